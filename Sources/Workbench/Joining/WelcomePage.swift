import Shared
import Site

/// The first page of a new laptop: her name, and three ways to begin.
struct WelcomePage: Page {
    static let template = "welcome"
    let frame: PageFrame
    /// Why it came back; nil before.
    let refusal: Notice?
    let name: String
    let nameError: String?
    let invitation: JoinPage.Invitation
    /// Whether the server is asked for, which most invites name.
    let asksForServer: Bool
    let start: JoinPage.Start
    let offers: [Offer]

    /// One way to use a phone that most audits test.
    struct Offer: Sendable {
        /// The name that its box sends.
        let offerField: String
        let offerTitle: String
        let isOffered: Bool
    }

    init(_ form: WelcomeForm, _ refusal: Notice?, _ catalogue: Catalogue, _ program: String) {
        frame = PageFrame(
            nobodys: "Welcome", side: "Workbench", place: SiteHost.laptop,
            foot: ["Catalogue \(catalogue.version)", program])
        self.refusal = refusal
        name = form.name
        nameError = form.nameError
        invitation = form.invitation
        asksForServer = !invitation.server.isEmpty || invitation.serverError != nil
        start = form.audit
        offers = form.offers(catalogue)
    }
}
