//! The external editor (`$VISUAL`, `$EDITOR`): builds its command line for a file and line, and runs it.

use super::input::Reader;
use super::screen::Screen;
use crate::text::plain;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// How a line number is passed to an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// `+N file`
    Plus,
    /// `file:N`
    Suffix,
    /// `--goto file:N`
    Goto,
    /// Unknown; a wrong guess would open a file called `+12`.
    Unknown,
}

/// A known editor.
struct Editor {
    names: &'static [&'static str],
    line: Line,
    /// The option that makes a windowed editor wait until the file is closed, and its other spellings.
    wait: &'static [&'static str],
    /// Whether it supports `--` to end options.
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

/// VS Code and its forks.
const CODES: Editor = Editor {
    names: &["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"],
    line: Line::Goto,
    wait: &["--wait", "-w"],
    ends_options: false,
};

const OTHER: Editor = Editor { names: &[], line: Line::Unknown, wait: &[], ends_options: false };

/// The command that opens the file at the line: `$VISUAL`, else `$EDITOR`, else `vi`.
///
/// The variable is split into words as a shell does, with quotes and backslashes, but nothing is expanded and no shell
/// is involved. An unknown editor gets the file without the line.
pub fn command(
    visual: Option<&str>,
    editor: Option<&str>,
    file: &Path,
    line: Option<u32>,
) -> Result<Vec<OsString>, String> {
    let chosen = [("VISUAL", visual), ("EDITOR", editor)];
    let set = chosen.into_iter().find_map(|(name, value)| value.filter(|v| !v.trim().is_empty()).map(|v| (name, v)));
    let words = match set {
        Some((name, value)) => split(value).map_err(|error| format!("${name} has {error}: {}", plain(value)))?,
        None => vec!["vi".to_owned()],
    };
    let file = std::path::absolute(file).map_err(|error| format!("Cannot resolve the path of the file: {error}"))?;
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

/// Leaves the screen, runs the command on the terminal, and returns to the screen. The error is a message for the user.
pub fn run(command: &[OsString], screen: &mut Screen, reader: &Reader) -> Result<(), String> {
    let Some((program, arguments)) = command.split_first() else { return Err("No editor is set".to_owned()) };
    reader.pause();
    let ran = screen.away(|| Command::new(program).args(arguments).status());
    reader.resume();
    let name = program.to_string_lossy();
    let status = ran.and_then(|ran| ran).map_err(|error| {
        format!("Cannot run editor {}: {error}; set $VISUAL or $EDITOR to another one", plain(&name))
    })?;
    if status.success() { Ok(()) } else { Err(format!("Editor {} failed: {status}", plain(&name))) }
}

fn known(program: &str) -> &'static Editor {
    let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or(program);
    let mut all = EDITORS.iter().chain([&CODES]);
    all.find(|editor| editor.names.contains(&name)).unwrap_or(&OTHER)
}

/// Splits into words as a shell does, without expanding anything.
fn split(text: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    // A quoted word may be empty; between words it is `None`.
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            character if character.is_ascii_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or("an unclosed quote")? {
                        '\'' => break,
                        character => word.push(character),
                    }
                }
            }
            '"' => double_quoted(&mut characters, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(characters.next().ok_or("a trailing backslash")?),
            character => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    Ok(words)
}

fn double_quoted(characters: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), &'static str> {
    let unclosed = "an unclosed quote";
    loop {
        match characters.next().ok_or(unclosed)? {
            '"' => return Ok(()),
            '\\' => match characters.next().ok_or(unclosed)? {
                escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            character => word.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn words_of(visual: Option<&str>, editor: Option<&str>, line: Option<u32>) -> Vec<String> {
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
    fn each_editor_gets_the_line_in_its_own_way(#[case] visual: &str, #[case] expected: &[&str]) {
        assert_eq!(words_of(Some(visual), None, Some(12)), expected);
    }

    #[rstest]
    #[case("vim", &["vim", "--", "/w/a b.md"])]
    #[case("code", &["code", "--wait", "/w/a b.md"])]
    #[case("hx", &["hx", "/w/a b.md"])]
    fn without_a_line_only_the_file_is_passed(#[case] visual: &str, #[case] expected: &[&str]) {
        assert_eq!(words_of(Some(visual), None, None), expected);
    }

    #[rstest]
    #[case(Some("nano"), Some("ed"), "nano")]
    #[case(None, Some("ed"), "ed")]
    #[case(Some("  "), Some("ed"), "ed")]
    #[case(Some(""), None, "vi")]
    #[case(None, None, "vi")]
    fn the_first_variable_that_is_set_is_used(
        #[case] visual: Option<&str>,
        #[case] editor: Option<&str>,
        #[case] expected: &str,
    ) {
        assert_eq!(words_of(visual, editor, None)[0], expected);
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
    #[case("vi 'x", "$EDITOR has an unclosed quote: vi 'x")]
    #[case("vi \"x", "$EDITOR has an unclosed quote: vi \"x")]
    #[case("vi \\", "$EDITOR has a trailing backslash: vi \\")]
    fn a_broken_variable_is_named(#[case] editor: &str, #[case] expected: &str) {
        assert_eq!(command(None, Some(editor), Path::new("/f"), None), Err(expected.to_owned()));
    }

    #[test]
    fn a_file_never_looks_like_an_option() {
        let command = command(None, Some("nano"), Path::new("-x"), None).unwrap();
        assert!(Path::new(command.last().unwrap()).is_absolute());
    }
}
