import Foundation
import Shared

extension Identifier {
    /// The bytes in the form that messages hold.
    var data: Data { Data(bytes) }
}

extension Hash256 {
    /// The bytes in the form that messages hold.
    var data: Data { Data(bytes) }
}

extension WireChangeAnswer {
    init(n: UInt64, _ outcome: Trail.Outcome, _ reason: String?, isRepeated: Bool = false) {
        self.init()
        self.n = n
        self.outcome = outcome.wire
        self.reason = reason ?? ""
        repeated = isRepeated
    }

    init(_ row: ChangeRow, isRepeated: Bool) {
        self.init(n: row.n, row.outcome, row.reason, isRepeated: isRepeated)
    }
}

extension WireResolution {
    init(_ told: QuarantineTables.Told) {
        self.init()
        replica = told.replica.data
        n = told.n
        kind =
            switch told.settlement.verdict {
            case .adopted: .adopted
            case .discarded: .discarded
            }
        person = told.settlement.person.data
        resolvedMilliseconds = told.settlement.milliseconds
        reason = told.settlement.reason
    }
}
