/// What the script of an open page is told; every text in it is ready to be shown.
struct PageEvent: Encodable {
    /// Stands for what the page has in view; sent back when it listens again.
    var mark: String?
    var chip: String?
    /// What the chip says before that where there is room.
    var chipAside: String?
    /// The end of the chip's class.
    var tone: String?
    /// A symbol of the sprite, of the chip.
    var icon: String?
    /// The standing text about what is saved where, on the page of a component state.
    var state: String?
    var stateIcon: String?
    /// What others wrote at criteria since the page was opened, as HTML of ours by anchor.
    var words: [String: String]?
    /// A note as HTML of ours.
    var notice: String?
    /// What a screen reader is to say, once.
    var says: String?
}
