import Client
import Foundation
import Shared

/// A new audit as somebody typed it.
struct StartForm: Sendable {
    private let title: String
    private let platforms: [Wanted]

    private struct Wanted: Sendable {
        let kind: Kind
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
            kind.technologies.filter { technologies.contains($0.id) }.map {
                Environment(
                    platform: kind.id, assistiveTechnology: $0.id, deviceClass: device,
                    majorVersion: major)
            }
        }
    }

    private struct Kind: Sendable {
        let id: String
        let title: String
        let majorExample: String
        /// Those of the catalogue that the audit will pin.
        let technologies: [Technology]

        static func all(_ technologies: [Technology]) -> [Kind] {
            [("ios", "iOS", "18"), ("android", "Android", "15")].map { id, title, example in
                Kind(
                    id: id, title: title, majorExample: example,
                    technologies: technologies.filter { $0.platforms.contains(id) })
            }
        }
    }

    private static let devices = [("phone", "Phone"), ("tablet", "Tablet")]

    /// Reads the form; what it lacks is empty, as everything is before anybody typed.
    init(_ form: SubmittedForm? = nil, _ technologies: [Technology]) {
        func text(_ name: String) -> String { form?.trimmed(name) ?? "" }
        title = text("title")
        platforms = Kind.all(technologies).map { kind in
            let device = text("\(kind.id).device")
            return Wanted(
                kind: kind, build: text("\(kind.id).build"), major: text("\(kind.id).major"),
                device: Self.devices.contains { $0.0 == device } ? device : "phone",
                technologies: Set(
                    kind.technologies.map(\.id).filter { form?.text("\(kind.id).\($0)") != nil }))
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
                "Enter the version of \(wanted.kind.title), for example "
                + "\(wanted.kind.majorExample)."
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
        let builds = platforms.filter { !$0.build.isEmpty }.map { ($0.kind.id, $0.build) }
        return try context.client.catalogues.begin(
            title, with: context.catalogue, builds: Dictionary(uniqueKeysWithValues: builds),
            environments: platforms.flatMap(\.environments))
    }

    var form: JoinPage.Start {
        var form = JoinPage.Start()
        form.auditTitle = title
        form.platforms = platforms.map { wanted in
            JoinPage.Platform(
                platform: wanted.kind.id, platformTitle: wanted.kind.title, build: wanted.build,
                major: wanted.major, majorExample: wanted.kind.majorExample,
                devices: Self.devices.map {
                    JoinPage.Device(device: $0.0, deviceTitle: $0.1, isHeld: $0.0 == wanted.device)
                },
                technologies: wanted.kind.technologies.map {
                    JoinPage.Technology(
                        field: "\(wanted.kind.id).\($0.id)",
                        technologyTitle: $0.title.prefix(1).uppercased() + $0.title.dropFirst(),
                        isChosen: wanted.technologies.contains($0.id))
                })
        }
        return form
    }
}
