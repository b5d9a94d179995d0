import Client
import Reading
import Shared

extension PlanPage {
    /// On what the audit is tested, and a list of what it could be tested with besides.
    struct Environments: Sendable {
        let listed: [String]
        /// Nil for a reader.
        let form: EnvironmentFields?

        init(in view: AuditView, _ catalogue: Catalogue, _ typed: SubmittedForm) {
            listed = view.plan.environments.values.map { environment in
                let build = view.plan.builds[environment.platform].map { ", build \($0)" } ?? ""
                return "\(environment.inWords)\(build)"
            }.sorted()
            form =
                view.role == .reader
                ? nil : EnvironmentFields(EnvironmentForm(typed), catalogue)
        }
    }

    struct EnvironmentFields: Sendable {
        let devices: [Choice]
        let testedOn: [Platform]

        fileprivate init(_ typed: EnvironmentForm, _ catalogue: Catalogue) {
            let usual = catalogue.commons.devices[0].id
            devices = catalogue.commons.devices.map {
                Choice($0.id, $0.title, chosen: typed.device.isEmpty ? usual : typed.device)
            }
            testedOn = catalogue.commons.platforms.map { known in
                let platform = known.id
                return Platform(
                    platform: platform, platformTitle: known.title,
                    major: typed.majors[platform] ?? "",
                    ways: catalogue.technologies.filter { $0.platforms.contains(platform) }.map {
                        let field = "with.\(platform).\($0.id)"
                        return Way(
                            field: field, wayTitle: $0.title.asBeginning,
                            isChosen: typed.chosen.contains("\(platform).\($0.id)"))
                    })
            }
        }
    }

    struct Platform: Sendable {
        let platform: String
        let platformTitle: String
        let major: String
        let ways: [Way]
    }

    struct Way: Sendable {
        let field: String
        let wayTitle: String
        let isChosen: Bool
    }
}

extension Environment {
    /// Such as `iOS 18 with VoiceOver, phone`.
    var inWords: String {
        let with =
            assistiveTechnology == "none"
            ? "" : " with \(technologyTitle(among: Technology.builtIn))"
        return "\(platformWord) \(majorVersion)\(with), \(deviceClass)"
    }
}
