import Client
import Shared
import Site

/// The ways to an audit: an invite, one of her own, a file from another laptop.
struct JoinPage: Page {
    static let template = "join"
    let frame: PageFrame
    /// Which server this laptop has joined already; nil for none.
    let standing: Notice?
    let invitation: Invitation
    let start: Start
    let bundle: Bundle

    init(
        invitation: Invitation = Invitation(), start: Start? = nil, bundle: Bundle = Bundle(),
        in context: PageContext
    ) throws {
        var frame = PageFrame("Join an audit", in: context)
        frame.crumbs = [PageFrame.Link("Audits", Address.audits)]
        self.frame = frame
        standing = try context.client.identity().server.map {
            Notice(
                .info, "This laptop has joined \($0.address)",
                "Its audits come by themselves. Another invite takes the place of this one.")
        }
        self.invitation = invitation
        self.start = start ?? StartForm(nil, context.catalogue.commons).form
        self.bundle = bundle
    }

    struct Invitation: Sendable {
        /// Why it was not joined, over the form; nil before.
        var inviteNotice: Notice?
        var inviteError: String?
        var serverError: String?
        var invite = ""
        /// Needed where the invite is a code alone.
        var server = ""
        /// A file on this laptop; empty for the system's authorities.
        var authority = ""
        var allowsPlain = false
    }

    struct Start: Sendable {
        var startNotice: Notice?
        var titleError: String?
        var platformError: String?
        var auditTitle = ""
        var platforms: [Platform] = []
    }

    /// What is tested on one platform, as typed, with all that there is to choose.
    struct Platform: Sendable {
        let platform: String
        let platformTitle: String
        let build: String
        let major: String
        let majorExample: String
        let devices: [Device]
        let technologies: [Technology]
    }

    struct Device: Sendable {
        let device: String
        let deviceTitle: String
        let isHeld: Bool
    }

    /// One way to use a phone, to be tested or not.
    struct Technology: Sendable {
        /// The name that its box sends.
        let field: String
        let technologyTitle: String
        let isChosen: Bool
    }

    struct Bundle: Sendable {
        var bundleNotice: Notice?
    }
}
