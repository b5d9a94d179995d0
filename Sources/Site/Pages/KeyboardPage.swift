import Presentation

/// The list of keys as a page, for whoever has no script.
struct KeyboardPage: Page {
    static let template = "keyboard"
    let frame: PageFrame
    let list = KeyList(isPage: true)
}
