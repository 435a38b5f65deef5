//! A minimal program that uses the whole runtime. The tests start it on a terminal by running this test binary again.

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::text::Line;
use refscope::tui::runtime::input::{Input, Reader};
use refscope::tui::runtime::screen::{Screen, ScreenOptions};
use refscope::tui::runtime::{editor, panics, signals};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc;

#[test]
#[ignore = "runs on the terminal that other tests give it"]
fn stage() {
    panics::watched(perform);
    std::process::exit(0);
}

fn perform() {
    let ask_background = std::env::var_os("ASK").is_some();
    let mut screen = Screen::enter(&ScreenOptions { mouse: true, ask_background }).unwrap();
    let (sender, receiver) = mpsc::channel();
    let theirs = sender.clone();
    let reader = Reader::start(move |burst| theirs.send(burst).unwrap()).unwrap();
    signals::start(move |burst| sender.send(burst).unwrap()).unwrap();
    let (mut keys, mut draws, mut last) = (0, 0, String::new());
    loop {
        draws += 1;
        let shown = [format!("keys: {keys}"), format!("last: {last}"), format!("draws: {}", draws.min(2))];
        screen
            .draw(|frame| {
                let area = frame.area();
                let lines = shown.iter().cloned().chain([format!("{}x{}", area.width, area.height)]);
                for (row, line) in area.rows().zip(lines) {
                    frame.render_widget(Line::from(line), row);
                }
            })
            .unwrap();
        for input in receiver.recv().unwrap().into_iter().chain(receiver.try_iter().flatten()) {
            match input {
                Input::Key(key) if key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL => {
                    last = suspend(&mut screen, &reader);
                }
                Input::Stop => last = suspend(&mut screen, &reader),
                Input::Continued => screen.come_back().unwrap(),
                Input::Background(brightness) => last = format!("{brightness:?}"),
                Input::Key(key) => {
                    let code = key.code;
                    if code == KeyCode::Char('=') {
                        continue;
                    }
                    keys += 1;
                    last = match code {
                        KeyCode::Char('q') => return,
                        KeyCode::Char(letter) => act(letter, &mut screen, &reader),
                        other => format!("{other:?}"),
                    };
                }
                Input::Mouse(_) | Input::Paste(_) | Input::Resize(_) => {}
            }
        }
    }
}

fn suspend(screen: &mut Screen, reader: &Reader) -> String {
    reader.pause();
    screen.suspend().unwrap();
    reader.resume();
    "back".to_owned()
}

fn act(letter: char, screen: &mut Screen, reader: &Reader) -> String {
    match letter {
        'p' => panic!("on purpose"),
        'w' => drop(panics::spawn("worker", || panic!("on purpose")).unwrap().join()),
        'R' => rayon::scope(|scope| scope.spawn(|_| panic!("on purpose"))),
        'r' => {
            rayon::scope(|scope| scope.spawn(|_| drop(catch_unwind(AssertUnwindSafe(|| panic!("on purpose"))))));
            return "caught".to_owned();
        }
        'm' => screen.set_mouse(false).unwrap(),
        'b' => {
            screen.draw(|frame| frame.render_widget("last: b", frame.area())).unwrap();
            std::thread::park();
        }
        'e' => {
            let command = editor::command(None, std::env::var("EDITOR").ok().as_deref(), Path::new("file"), None);
            return match editor::run(&command.unwrap(), screen, reader) {
                Ok(()) => "edited".to_owned(),
                Err(words) => words,
            };
        }
        _ => {}
    }
    letter.to_string()
}
