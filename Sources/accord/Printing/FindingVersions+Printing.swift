import Client
import Shared

extension FindingVersions {
    /// The section of an explanation, for a person to read.
    func print() {
        printLine("\n" + Terminal.output.styled("Versions", .bold))
        printLine("Component state: \(contextText)")
        var table = Table("VERSION", "BY", "SAYS", "HAD SEEN", "KNEW")
        for write in writes {
            table.add(
                notation.text(write.dot), name(write), says(write), seen(by: write), knew(write))
        }
        if !writes.isEmpty { printLine(table.text) }
        for sentence in sentences { printLine(sentence) }
    }

    /// The same for scripts, with all digits of every device.
    var json: JSON {
        .object([
            "context": JSON(context), "siblings": .array(writes.map(json)),
            "relations": .array(
                relations.map { relation in
                    .object([
                        "first": JSON(relation.first.dot), "second": JSON(relation.second.dot),
                        "order": .string(relation.order.rawValue),
                    ])
                }),
        ])
    }

    private func json(_ write: Sibling) -> JSON {
        .object([
            "author": .string(name(write)), "person": .string(write.author.hex),
            "edit": .string(write.edit.hex), "dot": JSON(write.dot), "says": .string(says(write)),
            "seen": JSON(write.sees), "knew": JSON(write.known.map(\.hex)),
        ])
    }
}

extension JSON {
    /// `replica:n` with all 32 digits, as in the exports.
    fileprivate init(_ dot: Dot) {
        self = .string(VersionNotation.full.text(dot))
    }

    /// Numbers by replica, as in the exports.
    fileprivate init(_ vector: VersionVector) {
        self = .object(
            Dictionary(
                uniqueKeysWithValues: vector.entries.map {
                    ($0.replica.hex, JSON.number(Int64(clamping: $0.n)))
                }))
    }
}
