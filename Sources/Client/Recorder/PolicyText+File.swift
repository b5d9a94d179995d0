package import Foundation
package import Reading
import Shared
import Yams

extension PolicyText {
    /// Reads the list under `rules` of a YAML file; throws `.invalid` naming file and line.
    package static func rules(file: URL) throws(AuditError) -> [String] {
        let node: Node?
        do {
            node = try Yams.compose(yaml: try String(contentsOf: file, encoding: .utf8))
        } catch let error as YamlError {
            throw .invalid("\(YAMLError(error, file: file.relativePath))")
        } catch {
            throw .notFound(what: "policy file", name: file.relativePath, known: [])
        }
        guard let rules = node?.mapping?["rules"]?.sequence else {
            throw .invalid("\(file.relativePath):1: `rules` is missing: list the rules under it")
        }
        return try rules.map { rule throws(AuditError) in
            if let text = rule.string { return text }
            throw .invalid(
                "\(file.relativePath):\(rule.mark?.line ?? 1): rules: write each rule as one "
                    + "text in quotes, such as \"menu / disabled: most-severe\"")
        }
    }
}
