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
        let refusal: String?
    }

    /// - Parameter suggested: What the form of a new one shows to begin with.
    init(_ form: Form = Form(), suggested: String = "", in context: PageContext) throws {
        var frame = PageFrame("Snippets", in: context)
        frame.crumbs = [PageFrame.Link("Audits", Address.audits)]
        self.frame = frame
        notices = [form.refusal].compactMap(\.self)
        func snippet(_ number: Int, _ former: String, _ text: String) -> SnippetForm {
            let typed = form.values(where: "former", is: former)
            return SnippetForm(
                number: number, former: former, name: typed?.text("name") ?? former,
                text: typed?.text("text") ?? text,
                refusal: typed == nil ? nil : form.refusal?.text)
        }
        snippets = context.client.snippets.all().enumerated().map { index, one in
            snippet(index + 1, one.name, one.value)
        }
        new = snippet(0, "", suggested)
    }
}
