//! Tests of the input decoder.

use super::*;
use crate::tui::theme::Brightness;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use rstest::rstest;

fn decoded(bursts: &[&[u8]]) -> Vec<Input> {
    let (mut decoder, mut inputs) = (Decoder::default(), Vec::new());
    for burst in bursts {
        decoder.feed(burst, &mut inputs);
    }
    inputs
}

fn typed(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Key(KeyEvent::new(code, modifiers))
}

fn characters(text: &str) -> Vec<Input> {
    text.chars().map(|character| Input::Key(key_of(character))).collect()
}

#[rstest]
#[case(b"j", KeyCode::Char('j'), KeyModifiers::NONE)]
#[case(b"J", KeyCode::Char('J'), KeyModifiers::SHIFT)]
#[case("é".as_bytes(), KeyCode::Char('é'), KeyModifiers::NONE)]
#[case("語".as_bytes(), KeyCode::Char('語'), KeyModifiers::NONE)]
#[case(b"\r", KeyCode::Enter, KeyModifiers::NONE)]
#[case(b"\n", KeyCode::Char('j'), KeyModifiers::CONTROL)]
#[case(b"\t", KeyCode::Tab, KeyModifiers::NONE)]
#[case(b"\x7f", KeyCode::Backspace, KeyModifiers::NONE)]
#[case(b"\x00", KeyCode::Char(' '), KeyModifiers::CONTROL)]
#[case(b"\x03", KeyCode::Char('c'), KeyModifiers::CONTROL)]
#[case(b"\x1a", KeyCode::Char('z'), KeyModifiers::CONTROL)]
#[case(b"\x1d", KeyCode::Char('5'), KeyModifiers::CONTROL)]
#[case(b"\x1bx", KeyCode::Char('x'), KeyModifiers::ALT)]
#[case(b"\x1b\r", KeyCode::Enter, KeyModifiers::ALT)]
#[case(b"\x1b[A", KeyCode::Up, KeyModifiers::NONE)]
#[case(b"\x1bOB", KeyCode::Down, KeyModifiers::NONE)]
#[case(b"\x1b[1;5C", KeyCode::Right, KeyModifiers::CONTROL)]
#[case(b"\x1b[1;2D", KeyCode::Left, KeyModifiers::SHIFT)]
#[case(b"\x1b[Z", KeyCode::BackTab, KeyModifiers::SHIFT)]
#[case(b"\x1b[H", KeyCode::Home, KeyModifiers::NONE)]
#[case(b"\x1b[4~", KeyCode::End, KeyModifiers::NONE)]
#[case(b"\x1b[3;5~", KeyCode::Delete, KeyModifiers::CONTROL)]
#[case(b"\x1b[5~", KeyCode::PageUp, KeyModifiers::NONE)]
#[case(b"\x1b[6~", KeyCode::PageDown, KeyModifiers::NONE)]
#[case(b"\x1bOP", KeyCode::F(1), KeyModifiers::NONE)]
#[case(b"\x1b[[B", KeyCode::F(2), KeyModifiers::NONE)]
#[case(b"\x1b[15~", KeyCode::F(5), KeyModifiers::NONE)]
#[case(b"\x1b[24~", KeyCode::F(12), KeyModifiers::NONE)]
#[case(b"\x1b[13;2u", KeyCode::Enter, KeyModifiers::SHIFT)]
fn keys_are_decoded(#[case] bytes: &[u8], #[case] code: KeyCode, #[case] modifiers: KeyModifiers) {
    assert_eq!(decoded(&[bytes]), [typed(code, modifiers)]);
}

#[rstest]
#[case(b"\x1b[<0;5;3M", MouseEventKind::Down(MouseButton::Left))]
#[case(b"\x1b[<0;5;3m", MouseEventKind::Up(MouseButton::Left))]
#[case(b"\x1b[<2;5;3M", MouseEventKind::Down(MouseButton::Right))]
#[case(b"\x1b[<64;5;3M", MouseEventKind::ScrollUp)]
#[case(b"\x1b[<65;5;3M", MouseEventKind::ScrollDown)]
#[case(b"\x1b[M %#", MouseEventKind::Down(MouseButton::Left))]
#[case(b"\x1b[M`%#", MouseEventKind::ScrollUp)]
fn mouse_events_have_a_position(#[case] bytes: &[u8], #[case] kind: MouseEventKind) {
    let expected = MouseEvent { kind, column: 4, row: 2, modifiers: KeyModifiers::NONE };
    assert_eq!(decoded(&[bytes]), [Input::Mouse(expected)]);
}

#[test]
fn many_keys_in_one_burst_are_all_decoded() {
    let many = "j".repeat(5_000);
    assert_eq!(decoded(&[many.as_bytes()]).len(), 5_000);
}

#[rstest]
#[case(b"\x1b[1;5C")]
#[case(b"\x1b[<64;5;3M")]
#[case("語".as_bytes())]
#[case(b"\x1bOP")]
#[case(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\")]
#[case(b"\x1b[200~some words\x1b[201~")]
fn split_sequences_decode_like_whole_ones(#[case] bytes: &[u8]) {
    let whole = decoded(&[bytes]);
    assert_eq!(whole.len(), 1);
    for at in 1..bytes.len() {
        assert_eq!(decoded(&[&bytes[..at], &bytes[at..]]), whole, "cut at {at}");
    }
}

#[rstest]
#[case(b"\x1b", typed(KeyCode::Esc, KeyModifiers::NONE))]
#[case(b"\x1b[", typed(KeyCode::Char('['), KeyModifiers::ALT))]
#[case(b"\x1bO", typed(KeyCode::Char('O'), KeyModifiers::ALT | KeyModifiers::SHIFT))]
#[case(b"\x1b]", typed(KeyCode::Char(']'), KeyModifiers::ALT))]
fn an_incomplete_start_that_nothing_follows_is_a_key(#[case] bytes: &[u8], #[case] expected: Input) {
    let (mut decoder, mut inputs) = (Decoder::default(), Vec::new());
    decoder.feed(bytes, &mut inputs);
    assert!(inputs.is_empty() && decoder.is_undecided());
    decoder.decide(&mut inputs);
    assert_eq!(inputs, [expected]);
    assert!(!decoder.is_undecided());
}

#[test]
fn half_a_sequence_is_not_decoded_as_keys() {
    let (mut decoder, mut inputs) = (Decoder::default(), Vec::new());
    decoder.feed(b"\x1b]11;rgb:ff", &mut inputs);
    decoder.decide(&mut inputs);
    decoder.feed(b"ff/ffff/ffff\x07", &mut inputs);
    assert_eq!(inputs, [Input::Background(Brightness::Light)]);
}

#[test]
fn an_answer_between_keys_loses_no_key() {
    let inputs = decoded(&[b"jk\x1b]11;rgb:0000/0000/0000\x07l\r"]);
    let answer = Input::Background(Brightness::Dark);
    let expected = [characters("jk"), vec![answer], characters("l"), vec![typed(KeyCode::Enter, KeyModifiers::NONE)]];
    assert_eq!(inputs, expected.concat());
}

#[test]
fn an_invalid_answer_is_decoded_as_keys() {
    let bracket = vec![typed(KeyCode::Char(']'), KeyModifiers::ALT)];
    assert_eq!(decoded(&[b"\x1b]1", b"1", b"x"]), [bracket, characters("11x")].concat());
}

#[test]
fn two_escapes_are_two_keys() {
    let (mut decoder, mut inputs) = (Decoder::default(), Vec::new());
    decoder.feed(b"\x1b\x1b", &mut inputs);
    decoder.decide(&mut inputs);
    assert_eq!(inputs, [typed(KeyCode::Esc, KeyModifiers::NONE), typed(KeyCode::Esc, KeyModifiers::NONE)]);
}

#[test]
fn a_paste_is_not_decoded_as_keys() {
    let inputs = decoded(&[b"a\x1b[200~q\x1b[A\r\n\x1b[201~b"]);
    assert_eq!(inputs, [characters("a"), vec![Input::Paste("q\x1b[A\r\n".to_owned())], characters("b")].concat());
}

#[test]
fn an_overlong_paste_is_truncated() {
    let (mut decoder, mut inputs) = (Decoder::default(), Vec::new());
    decoder.feed(b"\x1b[200~", &mut inputs);
    for _ in 0..300 {
        decoder.feed(&[b'x'; 4_096], &mut inputs);
    }
    decoder.feed(b"\x1b[201~q", &mut inputs);
    assert_eq!(inputs[1..], characters("q"));
    assert!(matches!(&inputs[0], Input::Paste(text) if text.len() == LONGEST_PASTE));
}

#[rstest]
#[case(b"\x1b[?62;4c")]
#[case(b"\x1b[12;40R")]
#[case(b"\x1b[I")]
#[case(b"\x1b[<35;5;3M")]
#[case(b"\x1b[99~")]
#[case(b"\xff")]
#[case(b"\xc3")]
fn unknown_sequences_are_ignored(#[case] bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    bytes.push(b'q');
    assert_eq!(decoded(&[&bytes]), characters("q"));
}

#[test]
fn an_interrupted_sequence_loses_nothing_after_it() {
    assert_eq!(decoded(&[b"\x1b[1;\x1b[Aq"]), [vec![typed(KeyCode::Up, KeyModifiers::NONE)], characters("q")].concat());
}

proptest! {
    #[test]
    fn any_bytes_are_decoded_without_a_panic(bursts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..8)) {
        let bursts: Vec<&[u8]> = bursts.iter().map(|burst| &**burst).collect();
        let _ = decoded(&bursts);
    }

    #[test]
    fn splitting_the_input_changes_nothing(bytes in prop::collection::vec(prop::sample::select(b"\x1b[]O;1~0<Mm2AaZ\x07\\\xc3\xa9".to_vec()), 0..40), at in 0..40_usize) {
        let at = at.min(bytes.len());
        let (left, right) = bytes.split_at(at);
        prop_assert_eq!(decoded(&[left, right]), decoded(&[&bytes]));
    }
}
