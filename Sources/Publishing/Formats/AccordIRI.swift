import Presentation
import Shared

/// What formats of linked data call things by: absolute, and the same in every export of them.
///
/// Nothing answers at these addresses. What people wrote stands in them percent-encoded.
struct AccordIRI: Hashable {
    let text: String

    /// - Parameters:
    ///   - kind: Such as `state`.
    ///   - parts: In the order in which each lies in the one before it.
    private init(_ kind: String, _ parts: [String]) {
        var bytes = Array("urn:accord:\(kind)".utf8)
        for part in parts {
            bytes.append(UInt8(ascii: ":"))
            bytes.append(percentEncoding: part)
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Accord itself, as the one that says what holds.
    static let merge = AccordIRI("merge", [])

    static func audit(_ id: AuditID) -> AccordIRI { AccordIRI("audit", [id.hex]) }
    static func person(_ id: PersonID) -> AccordIRI { AccordIRI("person", [id.hex]) }
    static func criterion(_ id: String) -> AccordIRI { AccordIRI("criterion", [id]) }

    /// - Parameter number: From 1, in the order of the plan.
    static func screen(_ number: Int, of audit: AuditID) -> AccordIRI {
        AccordIRI("screen", [audit.hex, String(number)])
    }

    static func state(_ id: StateID, of audit: AuditID) -> AccordIRI {
        AccordIRI("state", parts(id, audit))
    }

    static func finding(_ row: FindingRow) -> AccordIRI {
        AccordIRI("finding", parts(row.state, row.audit) + [row.entry.criterion])
    }

    /// An edit lies on one component state, and says one thing of a criterion there.
    static func verdict(_ edit: EditID, on criterion: String) -> AccordIRI {
        AccordIRI("verdict", [edit.hex, criterion])
    }

    static func decision(_ edit: EditID, on criterion: String) -> AccordIRI {
        AccordIRI("decision", [edit.hex, criterion])
    }

    private static func parts(_ id: StateID, _ audit: AuditID) -> [String] {
        [audit.hex, id.component.hex, id.environment.hex, String(id.round), id.state]
    }
}

extension [UInt8] {
    mutating func append(_ before: StaticString? = nil, iri: AccordIRI) {
        append(before, json: iri.text)
    }
}
