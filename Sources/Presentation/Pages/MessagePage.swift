/// A page that says one thing: what happened, what is safe, and where to go from here.
package struct MessagePage: Page {
    /// `message.mustache`.
    package static let template = "message"
    /// With the bars and the way up.
    package let frame: PageFrame
    /// Such as `Not saved`.
    let heading: String
    /// What happened, in a few words.
    let message: String
    /// What is safe, then what to do next.
    let sentences: [String]
    /// The first one is the way that most people take.
    let links: [PageFrame.Link]
    let isError: Bool

    /// A symbol of the sprite.
    var symbol: String

    /// Says it in the order: what happened, what is safe, what to do next.
    package init(
        frame: PageFrame, heading: String, message: String, sentences: [String],
        links: [PageFrame.Link], isError: Bool = true
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

/// A ruled note on a page: an icon, a heading and the next step.
package struct Notice: Hashable, Sendable {
    /// The end of its class.
    let tone: Tone
    let heading: String
    let text: String
    /// Nil where nothing is to be done.
    let link: PageFrame.Link?
    /// Whether a screen reader says it at once.
    let isAlert: Bool
    /// A symbol of the sprite.
    let symbol: String

    /// What kind of note it is.
    package enum Tone: String, Sendable, CustomStringConvertible {
        case info, ok, warn, error, conflict

        package var description: String { rawValue }
    }

    /// A note of a tone, whose symbol is that of the tone unless another fits better.
    package init(
        _ tone: Tone, _ heading: String, _ text: String, link: PageFrame.Link? = nil,
        isAlert: Bool = false, symbol: String? = nil
    ) {
        self.tone = tone
        self.heading = heading
        self.text = text
        self.link = link
        self.isAlert = isAlert
        self.symbol = symbol ?? Self.symbol(of: tone)
    }

    private static func symbol(of tone: Tone) -> String {
        switch tone {
        case .info: "i-info"
        case .ok: "i-server"
        case .warn: "i-warn"
        case .error: "i-error"
        case .conflict: "m-conflict"
        }
    }
}
