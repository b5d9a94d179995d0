import Foundation
package import Shared

/// The last stretch of somebody's work on this laptop, as her own chain has it.
///
/// A chain and not a program's memory: whoever starts the workbench anew finds her work again.
package struct WorkSession: Sendable {
    /// Newest first; never more than `changesMax`.
    package let changes: [LoggedChange]
    /// Whether the stretch goes on before the first of them.
    package let isCut: Bool
    /// What went before, too, to be looked up.
    private let known: [EditID: Change]

    package static let changesMax = 200
    /// Whoever records nothing for so long has begun anew.
    private static let pause: TimeInterval = 4 * 3600

    init(_ latest: [LoggedChange]) {
        var stretch: [LoggedChange] = []
        for one in latest {
            if let next = stretch.last, next.recorded.timeIntervalSince(one.recorded) > Self.pause {
                break
            }
            stretch.append(one)
        }
        changes = Array(stretch.prefix(Self.changesMax))
        isCut = stretch.count > changes.count
        known = Dictionary(latest.map { ($0.change.edit, $0.change) }) { first, _ in first }
    }

    /// What a write of hers replaced in its register.
    package enum Before: Hashable, Sendable {
        case nothing
        case value(FieldValue)
        /// It is further back than was looked, or somebody else's.
        case unknown
    }

    package func before(_ write: Write) -> Before {
        guard let edit = write.replaces.first else { return .nothing }
        let replaced = known[edit]?.body.writes.first { $0.field == write.field }
        return replaced.flatMap(\.value).map(Before.value) ?? .unknown
    }
}

extension ClientQueries {
    package func session(of audit: AuditID) throws -> WorkSession {
        WorkSession(try store.log.latest(audit, countMax: 5 * WorkSession.changesMax))
    }
}
