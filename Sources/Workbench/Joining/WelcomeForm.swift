import Client
import Shared
import Site

/// The first page as somebody filled it in: her name, and one of three ways.
struct WelcomeForm: Sendable {
    /// Without blanks around it.
    let name: String
    let join: JoinForm
    let start: StartForm
    /// Nil where nobody said, and what was typed does not tell.
    let way: Way?
    /// False before anybody sent it.
    private let isSent: Bool

    enum Way: String, Sendable {
        case join, begin, example
    }

    /// The form before anybody typed.
    init(_ catalogue: Catalogue) {
        name = ""
        way = nil
        isSent = false
        join = JoinForm()
        start = StartForm(nil, catalogue.commons)
    }

    init(_ form: SubmittedForm, _ catalogue: Catalogue) {
        name = form.trimmed("name")
        join = JoinForm(form)
        start = StartForm(form, catalogue.commons)
        isSent = true
        // The Enter key chooses no button: then the one field that is filled does.
        let filled = [Way.join: "invite", .begin: "title"].filter { !form.trimmed($1).isEmpty }
        way = Way(rawValue: form.text("go") ?? "") ?? (filled.count == 1 ? filled.keys.first : nil)
    }

    /// Why no home is made of it; nil when one is.
    var refusal: Notice? {
        guard !name.isEmpty else {
            return Notice(
                .error, "What is your name?", "Nothing was made yet.",
                link: PageFrame.Link("Go to your name", "#name"), isAlert: true)
        }
        switch way {
        case .join: return invitation.inviteNotice
        case .begin: return audit.startNotice
        case .example: return nil
        case nil:
            return Notice(
                .error, "How do you begin?",
                "Nothing was made yet. Join an audit, begin one, or open the example.",
                link: PageFrame.Link("Go to the three ways", "#ways"), isAlert: true)
        }
    }

    /// Why the home could not be made.
    func refused(_ trouble: ReportedError) -> Notice {
        Notice(.error, "Nothing was made", trouble.message, isAlert: true)
    }

    /// The fields of the first way, with what is wrong in them where it was chosen.
    var invitation: JoinPage.Invitation {
        if way == .join, join.found == .noCode || join.found == .noServer {
            return join.refused(join.found)
        }
        return join.typed
    }

    /// The fields of the second way, likewise.
    var audit: JoinPage.Start { (way == .begin ? start.refusal : nil) ?? start.form }

    var nameError: String? { isSent && name.isEmpty ? "Enter your name." : nil }

    /// What the page offers to test with: screen readers, chosen until somebody says otherwise.
    func offers(_ catalogue: Catalogue) -> [WelcomePage.Offer] {
        start.form.platforms.flatMap { platform in
            platform.technologies.compactMap { technology in
                let known = catalogue.technologies.first { technology.isOf($0, platform) }
                guard let known, ["screen-reader", "keyboard"].contains(known.kind)
                else { return nil }
                let system = "\(platform.platformTitle) \(platform.majorExample)"
                return WelcomePage.Offer(
                    offerField: technology.field, offerTitle: "\(system) with \(known.title)",
                    isOffered: isSent ? technology.isChosen : known.kind == "screen-reader")
            }
        }
    }
}

extension JoinPage.Technology {
    fileprivate func isOf(_ technology: Technology, _ platform: JoinPage.Platform) -> Bool {
        field == "\(platform.platform).\(technology.id)"
    }
}
