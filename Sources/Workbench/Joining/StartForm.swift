import Client
import Foundation
import Shared
import Site

/// A new audit as somebody typed it.
struct StartForm: Sendable {
    private let title: String
    private let platforms: [Wanted]
    private let devices: [DeviceClass]

    private struct Wanted: Sendable {
        let platform: Platform
        /// Those of the catalogue that the audit will pin.
        let offered: [Technology]
        let build: String
        let major: String
        let device: String
        let technologies: Set<String>

        /// Whether what was chosen can be named: a version stands in an environment's name.
        var isWhole: Bool {
            technologies.isEmpty
                || (!major.isEmpty && major.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") })
        }

        var environments: [Environment] {
            offered.filter { technologies.contains($0.id) }.map {
                Environment(
                    platform: platform.id, assistiveTechnology: $0.id, deviceClass: device,
                    majorVersion: major)
            }
        }
    }

    /// Reads the form; what it lacks is empty, as everything is before anybody typed.
    init(_ form: SubmittedForm? = nil, _ commons: CatalogueCommons) {
        func text(_ name: String) -> String { form?.trimmed(name) ?? "" }
        title = text("title")
        devices = commons.devices
        platforms = commons.platforms.map { platform in
            let id = platform.id
            let device = commons.devices.first { $0.id == text("\(id).device") }
            let offered = commons.technologies.filter { $0.platforms.contains(id) }
            return Wanted(
                platform: platform, offered: offered, build: text("\(id).build"),
                major: text("\(id).major"), device: (device ?? commons.devices[0]).id,
                technologies: Set(
                    offered.map(\.id).filter { form?.text("\(id).\($0)") != nil }))
        }
    }

    /// The form again with what is wrong in it; nil when an audit can be made of it.
    var refusal: JoinPage.Start? {
        var form = form
        if title.isEmpty { form.titleError = "Name the app." }
        if platforms.allSatisfy(\.technologies.isEmpty) {
            form.platformError = "Choose what you test with, on one platform at least."
        } else if let wanted = platforms.first(where: { !$0.isWhole }) {
            form.platformError =
                "Enter the version of \(wanted.platform.title), for example "
                + "\(wanted.platform.version)."
        }
        guard form.titleError != nil || form.platformError != nil else { return nil }
        form.startNotice = Notice(
            .error, "The audit was not made", "Something is missing below.",
            link: form.titleError == nil
                ? PageFrame.Link("Go to the platforms", "#on-ios")
                : PageFrame.Link("Go to the app’s name", "#title"), isAlert: true)
        return form
    }

    func refused(_ trouble: ReportedError) -> JoinPage.Start {
        var form = form
        form.startNotice = Notice(.error, "The audit was not made", trouble.message, isAlert: true)
        return form
    }

    /// Makes the audit; its lead is whoever sits here.
    func begin(in context: PageContext) throws -> AuditID {
        let builds = platforms.filter { !$0.build.isEmpty }.map { ($0.platform.id, $0.build) }
        return try context.client.catalogues.begin(
            title, with: context.catalogue, builds: Dictionary(uniqueKeysWithValues: builds),
            environments: platforms.flatMap(\.environments))
    }

    var form: JoinPage.Start {
        var form = JoinPage.Start()
        form.auditTitle = title
        form.platforms = platforms.map { wanted in
            JoinPage.Platform(
                platform: wanted.platform.id, platformTitle: wanted.platform.title,
                build: wanted.build, major: wanted.major, majorExample: wanted.platform.version,
                devices: devices.map {
                    JoinPage.Device(
                        device: $0.id, deviceTitle: $0.title, isHeld: $0.id == wanted.device)
                },
                technologies: wanted.offered.map {
                    JoinPage.Technology(
                        field: "\(wanted.platform.id).\($0.id)",
                        technologyTitle: $0.title.prefix(1).uppercased() + $0.title.dropFirst(),
                        isChosen: wanted.technologies.contains($0.id))
                })
        }
        return form
    }
}
