import Foundation
import Shared
import Storage

extension Resolution {
    /// The columns that `init(row:from:)` reads; null where there is none.
    static let columns = """
        lead_verdict.kind, lead_verdict.person, lead_verdict.settled_milliseconds,
          lead_verdict.reason
        """

    /// Brings the resolution to a row of `change` and its `chain`.
    static let join = """
        left join lead_verdict on lead_verdict.audit = chain.audit
          and lead_verdict.replica = chain.replica and lead_verdict.n = change.n
        """

    /// Reads `columns`; nil where no lead has resolved it.
    init?(row: Row, from column: Int32) throws {
        guard !row.isNull(column) else { return nil }
        guard let kind = Kind(code: row.int(column)) else {
            throw row.damage("a lead's verdict cannot be read")
        }
        self.init(
            kind, by: try row.identifier(column + 1),
            at: Date(unixMilliseconds: row.int(column + 2)), reason: row.text(column + 3))
    }
}
