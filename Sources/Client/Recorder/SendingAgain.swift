import Reading
package import Shared

extension ClientRecording {
    /// Sends again what the server rejected: a re-issue, under a number of its own.
    ///
    /// - Parameter name: `all`, or the number of one change as the log lists it; where two devices
    ///   of this laptop used the number, with the front of the device's id before it (`7f3a:12`).
    /// - Returns: How many changes wait to be sent by this.
    /// - Throws: `AuditError.notFound`, `.ambiguous`; then nothing was changed.
    package func sendAgain(_ name: String, in audit: AuditID) throws -> Int {
        let rejected = try store.recovery.rejected(audit)
        var chosen = rejected
        if name != "all" {
            let parts = name.split(separator: ":", omittingEmptySubsequences: false)
            let device = parts.count == 2 ? String(parts[0]) : ""
            let number = parts.last ?? ""
            chosen = rejected.filter {
                String($0.change.dot.n) == number
                    && $0.change.dot.replica.hex.hasPrefix(device.lowercased())
            }
            let dots = rejected.map(\.change.dot)
            let notation = VersionNotation(telling: dots.map(\.replica))
            guard !chosen.isEmpty else {
                throw AuditError.notFound(
                    what: "rejected change of yours", name: name,
                    known: dots.map { notation.text($0) })
            }
            guard chosen.count == 1 else {
                throw AuditError.ambiguous(
                    what: "rejected change", name: name,
                    candidates: chosen.map { notation.text($0.change.dot) })
            }
        }
        guard !chosen.isEmpty else { return 0 }
        return try store.recovery.sendAgain(chosen, in: audit, at: now).count
    }
}
