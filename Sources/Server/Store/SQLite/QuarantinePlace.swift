package import Shared

/// A place in the list of what an audit keeps for its leads, between two of its pages.
///
/// Not an item's id: an item may be settled, or go, between two pages.
package enum QuarantinePlace: Hashable, Sendable {
    /// Behind a record that was set aside.
    case record(receivedMilliseconds: Int64, digest: Hash256)
    /// Behind a change that could not be placed; all records come before.
    case unplaced(number: Int64)
    /// Behind a change of the log; all others come before.
    case log(sequence: UInt64)

    /// As it travels; clients give it back as it is.
    package var text: String {
        switch self {
        case .record(let time, let digest): "r.\(time).\(digest.hex)"
        case .unplaced(let number): "u.\(number)"
        case .log(let sequence): "c.\(sequence)"
        }
    }

    /// - Throws: `malformed` for what no server wrote.
    package init(_ text: some StringProtocol) throws(Problem) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let kind = parts.first
        let number = parts.count > 1 ? String(parts[1]) : ""
        if kind == "r", parts.count == 3, let time = Int64(number),
            let digest = [UInt8](hex: String(parts[2])).flatMap(Hash256.init(bytes:))
        {
            self = .record(receivedMilliseconds: time, digest: digest)
        } else if kind == "u", parts.count == 2, let number = Int64(number), number >= 0 {
            self = .unplaced(number: number)
        } else if kind == "c", parts.count == 2, let sequence = UInt64(number),
            sequence <= UInt64(Int64.max)
        {
            self = .log(sequence: sequence)
        } else {
            throw Problem(
                .malformed, expected: "a place as an answer told it",
                actual: String(text.prefix(80)))
        }
    }

    /// Behind which carried change and which of the log it goes on.
    var behind: (unplaced: Int64, sequence: UInt64) {
        switch self {
        case .record: (0, 0)
        case .unplaced(let number): (number, 0)
        case .log(let sequence): (.max, sequence)
        }
    }
}
