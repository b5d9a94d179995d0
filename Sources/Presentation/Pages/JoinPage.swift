/// The ways to an audit: an invite, one of her own, a file from another laptop.
package struct JoinPage: Page {
    /// `join.mustache`.
    package static let template = "join"
    /// With the bars and the way up.
    package let frame: PageFrame
    /// Which server this laptop has joined already; nil for none.
    let standing: Notice?
    let invitation: Invitation
    let start: Start
    let bundle: Bundle

    /// The three forms, each as it was typed or empty.
    package init(
        frame: PageFrame, standing: Notice?, invitation: Invitation, start: Start, bundle: Bundle
    ) {
        self.frame = frame
        self.standing = standing
        self.invitation = invitation
        self.start = start
        self.bundle = bundle
    }

    /// Joining by an invite.
    package struct Invitation: Sendable {
        /// Why it was not joined, over the form; nil before.
        package var inviteNotice: Notice?
        /// What is wrong with the invite itself.
        package var inviteError: String?
        /// What is wrong with the server.
        package var serverError: String?
        /// A link, a line or a code, as typed.
        package var invite = ""
        /// Needed where the invite is a code alone.
        package var server = ""
        /// A file on this laptop; empty for the system's authorities.
        package var authority = ""
        /// Whether an address without TLS is taken.
        package var allowsPlain = false

        package init() {}
    }

    /// An audit of her own.
    package struct Start: Sendable {
        /// Why it was not made, over the form; nil before.
        package var startNotice: Notice?
        /// What is wrong with the title.
        package var titleError: String?
        /// What is wrong with builds and environments.
        package var platformError: String?
        /// As typed.
        package var auditTitle = ""
        /// In the order of the page.
        package var platforms: [Platform] = []

        package init() {}
    }

    /// What is tested on one platform.
    package struct Platform: Sendable {
        let platform: String
        let platformTitle: String
        let build: String
        let major: String
        let majorExample: String
        let devices: [Device]
        let technologies: [Technology]

        /// As typed, with all that there is to choose.
        package init(
            _ id: String, title: String, build: String, major: String, majorExample: String,
            devices: [Device], technologies: [Technology]
        ) {
            platform = id
            platformTitle = title
            self.build = build
            self.major = major
            self.majorExample = majorExample
            self.devices = devices
            self.technologies = technologies
        }
    }

    /// What one may hold in the hand.
    package struct Device: Sendable {
        let device: String
        let deviceTitle: String
        let isHeld: Bool

        /// With whether it is chosen.
        package init(_ id: String, title: String, isHeld: Bool) {
            device = id
            deviceTitle = title
            self.isHeld = isHeld
        }
    }

    /// One way to use a phone, to be tested or not.
    package struct Technology: Sendable {
        let field: String
        let technologyTitle: String
        let isChosen: Bool

        /// Under the name that its box sends.
        package init(field: String, title: String, isChosen: Bool) {
            self.field = field
            technologyTitle = title
            self.isChosen = isChosen
        }
    }

    /// A file from another laptop.
    package struct Bundle: Sendable {
        /// Why nothing was taken, over the form; nil before.
        package var bundleNotice: Notice?

        package init() {}
    }
}
