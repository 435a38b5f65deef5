//! Somebody's editor at a file and line: which program with which arguments, and running it.

use super::input::Reader;
use super::screen::Screen;
use crate::text::plain;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// How an editor is told a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// `+N file`
    Plus,
    /// `file:N`
    Suffix,
    /// `--goto file:N`
    Goto,
    /// It is not known; a wrong guess would open a file called `+12`.
    Unknown,
}

/// What is known about an editor.
struct Editor {
    names: &'static [&'static str],
    line: Line,
    /// What keeps a windowed editor from returning at once, and other ways to say it.
    wait: &'static [&'static str],
    /// Whether `--` ends its options.
    ends_options: bool,
}

const EDITORS: [Editor; 5] = [
    Editor {
        names: &["vi", "vim", "nvim", "view", "nvi", "elvis", "ex"],
        line: Line::Plus,
        wait: &[],
        ends_options: true,
    },
    Editor { names: &["gvim", "mvim"], line: Line::Plus, wait: &["--nofork", "-f"], ends_options: true },
    Editor {
        names: &["nano", "pico", "emacs", "emacsclient", "mg", "kak", "micro", "joe", "jed", "ne", "ed"],
        line: Line::Plus,
        wait: &[],
        ends_options: false,
    },
    Editor { names: &["hx", "helix"], line: Line::Suffix, wait: &[], ends_options: false },
    Editor { names: &["subl", "zed", "zeditor"], line: Line::Suffix, wait: &["--wait", "-w"], ends_options: false },
];

/// Those that descend from one editor and kept its options.
const CODES: Editor = Editor {
    names: &["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"],
    line: Line::Goto,
    wait: &["--wait", "-w"],
    ends_options: false,
};

const OTHER: Editor = Editor { names: &[], line: Line::Unknown, wait: &[], ends_options: false };

/// The program and its arguments that open the file at the line: `$VISUAL`, else `$EDITOR`, else `vi`.
///
/// The variable is split into words as a shell does it, with quotes and backslashes; nothing in it is expanded, and no
/// shell sees it. An editor that is not known gets the file without the line.
pub fn command(
    visual: Option<&str>,
    editor: Option<&str>,
    file: &Path,
    line: Option<u32>,
) -> Result<Vec<OsString>, String> {
    let chosen = [("VISUAL", visual), ("EDITOR", editor)];
    let set = chosen.into_iter().find_map(|(name, value)| value.filter(|v| !v.trim().is_empty()).map(|v| (name, v)));
    let words = match set {
        Some((name, value)) => split(value).map_err(|wrong| format!("${name} has {wrong}: {}", plain(value)))?,
        None => vec!["vi".to_owned()],
    };
    let file = std::path::absolute(file).map_err(|error| format!("the file to edit has no full path: {error}"))?;
    let known = known(words.first().map_or("", String::as_str));
    let mut command: Vec<OsString> = words.iter().map(OsString::from).collect();
    if let Some(wait) = known.wait.first()
        && !words.iter().any(|word| known.wait.contains(&word.as_str()))
    {
        command.push(wait.into());
    }
    let mut place = file.into_os_string();
    if let Some(line) = line {
        match known.line {
            Line::Plus => command.push(format!("+{line}").into()),
            Line::Goto => {
                command.push("--goto".into());
                place.push(format!(":{line}"));
            }
            Line::Suffix => place.push(format!(":{line}")),
            Line::Unknown => {}
        }
    }
    if known.ends_options {
        command.push("--".into());
    }
    command.push(place);
    Ok(command)
}

/// Runs the command on the terminal in place of the screen, and comes back to it. An error says why it did not work.
pub fn run(command: &[OsString], screen: &mut Screen, reader: &Reader) -> Result<(), String> {
    let Some((program, arguments)) = command.split_first() else { return Err("no editor is set".to_owned()) };
    reader.pause();
    let ran = screen.away(|| Command::new(program).args(arguments).status());
    reader.resume();
    let name = program.to_string_lossy();
    let status = ran.and_then(|ran| ran).map_err(|error| {
        format!("the editor {} could not be run: {error}; set $VISUAL or $EDITOR to one that can", plain(&name))
    })?;
    if status.success() { Ok(()) } else { Err(format!("the editor {} ended with {status}", plain(&name))) }
}

fn known(program: &str) -> &'static Editor {
    let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or(program);
    let mut all = EDITORS.iter().chain([&CODES]);
    all.find(|editor| editor.names.contains(&name)).unwrap_or(&OTHER)
}

/// Splits into words as a shell does, without expanding anything; an error says what is wrong.
fn split(text: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    // A word may be empty, if it was quoted; between words there is none.
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            letter if letter.is_ascii_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or("a quote that is not closed")? {
                        '\'' => break,
                        letter => word.push(letter),
                    }
                }
            }
            '"' => double_quoted(&mut letters, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(letters.next().ok_or("a backslash with nothing after it")?),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

fn double_quoted(letters: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), &'static str> {
    let unclosed = "a quote that is not closed";
    loop {
        match letters.next().ok_or(unclosed)? {
            '"' => return Ok(()),
            '\\' => match letters.next().ok_or(unclosed)? {
                escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            letter => word.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn told(visual: Option<&str>, editor: Option<&str>, line: Option<u32>) -> Vec<String> {
        let command = command(visual, editor, Path::new("/w/a b.md"), line).unwrap();
        command.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[rstest]
    #[case("vi", &["vi", "+12", "--", "/w/a b.md"])]
    #[case("vim", &["vim", "+12", "--", "/w/a b.md"])]
    #[case("nvim", &["nvim", "+12", "--", "/w/a b.md"])]
    #[case("gvim", &["gvim", "--nofork", "+12", "--", "/w/a b.md"])]
    #[case("gvim -f", &["gvim", "-f", "+12", "--", "/w/a b.md"])]
    #[case("nano", &["nano", "+12", "/w/a b.md"])]
    #[case("emacs -nw", &["emacs", "-nw", "+12", "/w/a b.md"])]
    #[case("emacsclient -t", &["emacsclient", "-t", "+12", "/w/a b.md"])]
    #[case("kak", &["kak", "+12", "/w/a b.md"])]
    #[case("micro", &["micro", "+12", "/w/a b.md"])]
    #[case("joe", &["joe", "+12", "/w/a b.md"])]
    #[case("ne", &["ne", "+12", "/w/a b.md"])]
    #[case("ed", &["ed", "+12", "/w/a b.md"])]
    #[case("hx", &["hx", "/w/a b.md:12"])]
    #[case("helix", &["helix", "/w/a b.md:12"])]
    #[case("code", &["code", "--wait", "--goto", "/w/a b.md:12"])]
    #[case("codium -w", &["codium", "-w", "--goto", "/w/a b.md:12"])]
    #[case("subl", &["subl", "--wait", "/w/a b.md:12"])]
    #[case("zed --wait", &["zed", "--wait", "/w/a b.md:12"])]
    #[case("/usr/bin/vim.tiny", &["/usr/bin/vim.tiny", "/w/a b.md"])]
    #[case("/opt/my tools/vim", &["/opt/my", "tools/vim", "/w/a b.md"])]
    #[case("'/opt/my tools/vim'", &["/opt/my tools/vim", "+12", "--", "/w/a b.md"])]
    #[case("ours", &["ours", "/w/a b.md"])]
    fn each_editor_is_told_the_line_in_its_way(#[case] visual: &str, #[case] expected: &[&str]) {
        assert_eq!(told(Some(visual), None, Some(12)), expected);
    }

    #[rstest]
    #[case("vim", &["vim", "--", "/w/a b.md"])]
    #[case("code", &["code", "--wait", "/w/a b.md"])]
    #[case("hx", &["hx", "/w/a b.md"])]
    fn without_a_line_there_is_only_the_file(#[case] visual: &str, #[case] expected: &[&str]) {
        assert_eq!(told(Some(visual), None, None), expected);
    }

    #[rstest]
    #[case(Some("nano"), Some("ed"), "nano")]
    #[case(None, Some("ed"), "ed")]
    #[case(Some("  "), Some("ed"), "ed")]
    #[case(Some(""), None, "vi")]
    #[case(None, None, "vi")]
    fn the_first_that_is_set_is_taken(
        #[case] visual: Option<&str>,
        #[case] editor: Option<&str>,
        #[case] expected: &str,
    ) {
        assert_eq!(told(visual, editor, None)[0], expected);
    }

    #[rstest]
    #[case(r"a b\ c", &["a", "b c"])]
    #[case(r#"a "b c" 'd "e'"#, &["a", "b c", "d \"e"])]
    #[case(r#""a\"b\n" c"#, &["a\"b\\n", "c"])]
    #[case("a ''  b", &["a", "", "b"])]
    #[case("$(rm) `x` $HOME ~ *;|&", &["$(rm)", "`x`", "$HOME", "~", "*;|&"])]
    fn words_are_split_and_nothing_is_expanded(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(split(text).unwrap(), expected);
    }

    #[rstest]
    #[case("vi 'x", "$EDITOR has a quote that is not closed: vi 'x")]
    #[case("vi \"x", "$EDITOR has a quote that is not closed: vi \"x")]
    #[case("vi \\", "$EDITOR has a backslash with nothing after it: vi \\")]
    fn a_broken_variable_is_named(#[case] editor: &str, #[case] expected: &str) {
        assert_eq!(command(None, Some(editor), Path::new("/f"), None), Err(expected.to_owned()));
    }

    #[test]
    fn a_file_never_looks_like_an_option() {
        let command = command(None, Some("nano"), Path::new("-x"), None).unwrap();
        assert!(Path::new(command.last().unwrap()).is_absolute());
    }
}
