//! Files with control characters, folders nested too deep, and logs outside the workspace.

use super::assert_terminal_restored;
use super::opened::{SIZE, demo, is_examined, start};
use crate::support::nested::Nested;
use crate::support::screen::{End, Session, cells};
use crate::support::{Fixture, row};
use memchr::memmem;
use rstest::rstest;
use std::fs;

/// Titles in double quotes, where YAML interprets escapes.
const TITLES: [&str; 9] = [
    r"\e]0;owned\a\e[31mred\e[2J\e[?1049l",
    r"\x9b31mred\x9d0;owned\x9c \x90q\x85next",
    r"\u202egnp.exe \u2066inside\u2069 \u200fright",
    r"zero\u200bwidth\u200djoin\ufeff\u2060\u00ad\u180e\u115f\u1160\u3164\uffa0\u034f\U000e0041",
    r"日本語の題名が続くとても長い題名です日本語の題名が続くとても長い題名です",
    r"e\u0301\u0301\u0301\u0301\u0301\u0301 a\u0300\u0301\u0302\u0303\u0304 n\u0303",
    r"👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈 ☎️ 1️⃣ 🇩🇪 family",
    r"שלום עולם مرحبا بالعالم لا",
    r"हिन्दी क्षत्रिय 👍🏽 👍🏿 ไทยน้ำ 한국어 ﷽",
];

fn opened(size: (u16, u16)) -> (Fixture, Session) {
    let mut fixture = Fixture::clean();
    let mut log = Vec::new();
    for (number, title) in (0..).zip(TITLES) {
        let file = format!("artifacts/tasks/evil-{number}.md");
        let body = "\x1b]0;owned\x07 \u{202e}body \u{9b}31m\r\x08\x7f\n\n# \x1b[5mheading\n";
        fixture = fixture.write(&file, format!("---\ntitle: \"{title}\"\nstatus: todo\n---\n{body}"));
        log.push(row("a", &format!("evil-{number}"), "led-to"));
    }
    log.push(row("a", r"\u001b[31mgone\u202e\u0007", r"leads\u001b[5m-to\u009b"));
    fixture = fixture.rows(&log);
    let session = Session::start(fixture.root(), &[], &[], size);
    session.wait_for(is_examined, "everything");
    (fixture, session)
}

/// Characters that no file may send to a terminal: C1 controls, and characters that reverse or hide text.
fn is_hostile(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}' | '\u{e0041}'
        | '\u{7f}'..='\u{9f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{7}' | '\u{8}')
}

#[rstest]
#[case((80, 24))]
#[case((120, 30))]
#[case((200, 50))]
fn no_control_character_reaches_the_terminal_and_borders_stay_aligned(#[case] size: (u16, u16)) {
    let (_fixture, mut session) = opened(size);
    session.take_bytes();
    session.press("/evil\r", "Nodes 9/15");
    for _ in 0..TITLES.len() {
        session.keys("j");
        assert_borders_aligned(&session);
    }
    session.press("gg\x1b", "Nodes 15/15");
    go_to_a(&mut session);
    assert_borders_aligned(&session);
    for (key, name) in [("2", "Lineage"), ("3", "Tree"), ("4", "Map"), ("5", "Findings")] {
        session.press(key, &format!("┌> {name} "));
    }
    session.press("1", "┌> Nodes");
    session.press("\x1b", "Nodes 15/15");
    go_to_a(&mut session);
    assert_borders_aligned(&session);
    assert_no_residue(&mut session);
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    let sent = session.take_bytes();
    // The bytes taken before may have ended inside a character.
    let start = sent.iter().position(|byte| byte & 0xc0 != 0x80).unwrap_or(0);
    let sent = String::from_utf8(sent[start..].to_vec()).unwrap();
    let hostile = sent.find(is_hostile);
    assert_eq!(hostile.map(|at| sent[at..].chars().take(20).collect::<String>()), None);
    for own in ["\x1b]", "\x1b[5m", "\x1b[31mred", "\x1b[31mgone"] {
        assert!(!sent.contains(own), "{own:?} was sent");
    }
}

/// Selects the node that all others are linked to, and waits until every pane shows it.
fn go_to_a(session: &mut Session) {
    session.press("/task a\r", "Nodes 2/15");
    session.wait_for_selected("a");
    session.wait_for(
        |screen| {
            let text = screen.contents();
            text.contains("leads") && text.contains("evil-8") && (screen.size().1 < 100 || text.contains("0 in · "))
        },
        "everything about a",
    );
}

/// Asserts that nothing is left of earlier content: redrawing everything changes nothing.
#[track_caller]
fn assert_no_residue(session: &mut Session) {
    let before = session.look(cells);
    let drawn = session.bytes_seen();
    session.keys("\x0c");
    // More than half a screen of bytes means that everything was drawn.
    session.wait_for_more_bytes(drawn + before.len() / 2);
    assert_eq!(session.look(cells), before);
}

/// Asserts that every row of a pane has its border in the columns of the corners.
#[track_caller]
fn assert_borders_aligned(session: &Session) {
    session.look(|screen| {
        let (height, width) = screen.size();
        let cell = |row: u16, column: u16| screen.cell(row, column).map_or("", |cell| cell.contents()).to_owned();
        let corners: Vec<u16> =
            (0..width).filter(|column| "┌┐".contains(&*cell(1, *column)) && !cell(1, *column).is_empty()).collect();
        assert!(corners.len() >= 2, "{}", screen.contents());
        for row in 2..height - 2 {
            for column in &corners {
                let sign = cell(row, *column);
                assert!(
                    "│├┤".contains(&*sign) && !sign.is_empty(),
                    "{sign:?} at {row}, {column}:\n{}",
                    screen.contents()
                );
            }
        }
    });
}

#[test]
fn copied_text_is_escaped() {
    let fixture = Fixture::clean().rows(&[row("a", r"go\u001b[31mne\u0007\r", "led-to")]);
    let mut session = Session::start(fixture.root(), &[], &[], SIZE);
    session.wait_for(is_examined, "everything");
    session.keys("/ne\r");
    session.wait_for_text("Nodes 1/");
    session.take_bytes();
    session.press("y", "id sent by OSC 52");
    let sent = session.take_bytes();
    // The escaped id in base64: go\u{1b}[31mne\u{7}\r
    let expected = b"\x1b]52;c;Z29cdXsxYn1bMzFtbmVcdXs3fVxy\x07";
    assert!(memmem::find(&sent, expected).is_some(), "{}", String::from_utf8_lossy(&sent).escape_debug());
}

#[test]
fn folders_nested_too_deep_are_a_finding_and_the_terminal_is_restored() {
    let fixture = Fixture::clean();
    let _chains = ["artifacts/tasks", "units", "records", "src", ".yggdrasil/model"]
        .map(|top| Nested::below(fixture.path(top), "d", 2_000, |_| None));
    let mut session = Session::start(fixture.root(), &[], &[], SIZE);
    session.wait_for(is_examined, "everything");
    session.keys("5/folder-too-deep\r");
    session.wait_for_text("nested more than 256 levels deep");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

#[rstest]
#[case(SIZE)]
#[case((80, 24))]
fn a_refused_write_explains_how_to_allow_it_and_keeps_the_draft(#[case] size: (u16, u16)) {
    let folder = demo();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("config/refscope")).unwrap();
    fs::create_dir(path("other")).unwrap();
    fs::rename(path("w/references.jsonl"), path("other/log")).unwrap();
    std::os::unix::fs::symlink("../other/log", path("w/references.jsonl")).unwrap();
    let before = fs::read_to_string(path("other/log")).unwrap();
    let config = path("config");
    let mut session = start(folder.path(), &[], &[("XDG_CONFIG_HOME", config.to_str().unwrap())], size);
    session.wait_for(is_examined, "everything");
    session.keys("/fix-stam\r");
    session.wait_for_selected("fix-stampede");
    session.keys("a1evic\rbecause it fits\r");

    let target = path("other/log").canonicalize().unwrap().display().to_string();
    // A long path is wrapped at the end of the line.
    let says = |screen: &vt100::Screen, text: &str| {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        letters(&screen.contents()).contains(&letters(text))
    };
    for text in [&*target, "--allow-outside", "trusted:", "~/.config/refscope/config.yaml", "because it fits"] {
        session.wait_for(|screen| says(screen, text), text);
    }
    assert_eq!(fs::read_to_string(path("other/log")).unwrap(), before);

    // The user can allow it without leaving the screen.
    let trusted = format!("trusted: [{}]\n", path("other").canonicalize().unwrap().display());
    fs::write(path("config/refscope/config.yaml"), trusted).unwrap();
    session.keys("\r");
    session.wait_for_text("Added ");
    let after = fs::read_to_string(path("other/log")).unwrap();
    assert!(after.strip_prefix(&before).unwrap().contains("because it fits"), "{after}");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
}
