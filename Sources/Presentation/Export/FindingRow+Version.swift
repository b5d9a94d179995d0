package import Shared

extension FindingRow {
    /// What had been said and seen when the row was made.
    ///
    /// The arrays are those of the finding, so that a row costs no copies of them.
    package struct Version: Hashable, Sendable {
        /// The component state's: how far each replica's changes are in it.
        package let context: VersionVector
        /// In the order of the row's `siblings`.
        package let judgements: [Sibling]
        /// In the order of the row's `decisions`.
        package let decisions: [Sibling]

        package init(context: VersionVector, judgements: [Sibling], decisions: [Sibling]) {
            self.context = context
            self.judgements = judgements
            self.decisions = decisions
        }
    }
}

extension [UInt8] {
    /// Appends the JSON of a version: vectors as objects by replica, dots as `replica:n`.
    mutating func append(_ version: FindingRow.Version?) {
        guard let version else { return append(literal: "null") }
        append(literal: #"{"context":"#)
        append(version.context)
        append(literal: #","siblings":"#)
        append(array: version.judgements) { $1.append(versionOf: $0) }
        append(literal: #","decisions":"#)
        append(array: version.decisions) { $1.append(versionOf: $0) }
        append(UInt8(ascii: "}"))
    }

    private mutating func append(versionOf sibling: Sibling) {
        append(literal: #"{"edit":"#)
        append(json: sibling.edit)
        append(literal: #","dot":"#)
        append(json: sibling.dot)
        append(literal: #","seen":"#)
        append(sibling.sees)
        append(literal: #","knew":"#)
        append(array: sibling.known) { $1.append(json: $0) }
        append(UInt8(ascii: "}"))
    }

    /// Ascending by replica, as a vector is.
    private mutating func append(_ vector: VersionVector) {
        append(UInt8(ascii: "{"))
        for (index, dot) in vector.entries.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(json: dot.replica)
            append(UInt8(ascii: ":"))
            append(decimal: dot.n)
        }
        append(UInt8(ascii: "}"))
    }
}
