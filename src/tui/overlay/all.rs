//! The only list of overlays.

use super::{
    OverlayRef, closing, config_errors, help, link, log, marks, messages, page, palette, relations, share, themes,
    undo, when,
};

/// All overlays. Those with keys of their own are documented in this order.
pub static ALL: [OverlayRef; 14] = [
    OverlayRef::new(&help::HELP),
    OverlayRef::new(&palette::Palette),
    OverlayRef::new(&relations::Relations),
    OverlayRef::new(&themes::Themes),
    OverlayRef::new(&marks::Marks),
    OverlayRef::new(&config_errors::CONFIG_ERRORS),
    OverlayRef::new(&messages::MESSAGES),
    OverlayRef::new(&when::When),
    OverlayRef::new(&link::Link),
    OverlayRef::new(&undo::Undo),
    OverlayRef::new(&closing::Closing),
    OverlayRef::new(&log::Log),
    OverlayRef::new(&page::Pages),
    OverlayRef::new(&share::Share),
];
