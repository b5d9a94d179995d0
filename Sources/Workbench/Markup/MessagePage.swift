import Presentation

/// A page that says one thing: what happened, what is safe, and where to go from here.
struct MessagePage: Page {
    static let template = "message"
    let frame: PageFrame
    /// Such as `Not saved`.
    let heading: String
    let message: String
    /// What is safe, then what to do next.
    let sentences: [String]
    /// The first one is the way that most people take.
    let links: [PageFrame.Link]
    let isError: Bool
    let symbol: String

    init(
        frame: PageFrame, heading: String, message: String, sentences: [String],
        links: [PageFrame.Link], isError: Bool
    ) {
        self.frame = frame
        self.heading = heading
        self.message = message
        self.sentences = sentences
        self.links = links
        self.isError = isError
        symbol = isError ? "i-error" : "i-search"
    }
}

/// The list of keys as a page, for whoever has no script.
struct KeyboardPage: Page {
    static let template = "keyboard"
    let frame: PageFrame
    let list = KeyList(isPage: true)
}
