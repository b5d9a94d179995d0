import Reading
import Shared

/// Environments as somebody chose them.
struct EnvironmentForm: Sendable {
    /// Empty before anybody chose.
    let device: String
    /// By platform, as typed.
    let majors: [String: String]
    /// Such as `ios.voiceover`.
    let chosen: [String]

    init(_ form: SubmittedForm) {
        device = form.trimmed("device")
        majors = Dictionary(
            form.names(after: "major.").map { ($0, form.trimmed("major.\($0)")) }
        ) { first, _ in first }
        chosen = form.names(after: "with.")
    }

    /// - Throws: `AuditError.invalid` for a pair that cannot be, and for what is missing.
    func environments(by catalogue: Catalogue) throws(AuditError) -> [Environment] {
        guard !chosen.isEmpty else {
            throw .invalid("tick what is tested with, on one platform at least")
        }
        let devices = catalogue.commons.devices.map(\.id)
        guard devices.contains(device) else {
            throw .invalid("choose " + devices.joined(separator: " or "))
        }
        var wanted: [Environment] = []
        for pair in chosen {
            let parts = pair.split(separator: ".", maxSplits: 1).map(String.init)
            let platform = parts.first ?? ""
            let technology = parts.last ?? ""
            let major = majors[platform] ?? ""
            let isVersion =
                !major.isEmpty && major.utf8.count <= 8
                && major.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard isVersion else {
                let known = catalogue.commons.platforms.first { $0.id == platform }
                throw .invalid(
                    "enter the version of \(known?.title ?? platform), for example "
                        + (known?.version ?? "18"))
            }
            wanted.append(
                try catalogue.environment("\(platform)-\(technology)-\(device)-\(major)"))
        }
        return wanted
    }
}
