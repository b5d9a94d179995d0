import Client
import Shared

/// The texts that she writes often, to be added, changed and deleted.
struct SnippetsPage: Page {
    static let template = "snippets"
    let frame: PageFrame
    let notices: [Notice]
    let action = Address.snippets
    let snippets: [SnippetForm]
    let new: SnippetForm

    /// A snippet as a form, or the empty form of a new one.
    struct SnippetForm: Sendable {
        /// From 1, for ids of the page; 0 for the new one.
        let number: Int
        /// As it is kept; empty for the new one.
        let former: String
        let name: String
        let text: String
        /// Why it was not kept; nil before.
        var refusal: String?
    }

    /// - Parameters:
    ///   - refused: A form that came back, with its `former` name.
    ///   - suggested: What the form of a new one shows to begin with.
    init(
        refused: SnippetForm? = nil, suggested: String = "", notices: [Notice] = [],
        in context: PageContext
    ) throws {
        var frame = PageFrame("Snippets", in: context)
        frame.crumbs = [PageFrame.Link("Audits", Address.audits)]
        self.frame = frame
        self.notices = notices
        snippets = context.client.snippets.all().enumerated().map { index, one in
            let typed = refused.flatMap { $0.former == one.name ? $0 : nil }
            return SnippetForm(
                number: index + 1, former: one.name, name: typed?.name ?? one.name,
                text: typed?.text ?? one.value, refusal: typed?.refusal)
        }
        let typed = refused.flatMap { $0.former.isEmpty ? $0 : nil }
        new =
            typed ?? SnippetForm(number: 0, former: "", name: "", text: suggested)
    }
}
