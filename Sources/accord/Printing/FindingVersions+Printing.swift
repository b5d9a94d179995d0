import Client
import Shared

extension FindingVersions {
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
        [
            "context": context, "siblings": writes.map(json),
            "relations": relations.map {
                ["first": $0.first.dot, "second": $0.second.dot, "order": $0.order.rawValue] as JSON
            },
        ]
    }

    private func json(_ write: Sibling) -> JSON {
        [
            "author": name(write), "person": write.author.hex, "edit": write.edit.hex,
            "dot": write.dot, "says": says(write), "seen": write.sees,
            "knew": write.known.map(\.hex),
        ]
    }
}

extension Dot: JSONValue {
    /// `replica:n` with all 32 digits, as in the exports.
    var json: JSON { .string(VersionNotation.full.text(self)) }
}

extension VersionVector: JSONValue {
    /// Numbers by replica, as in the exports.
    var json: JSON {
        let numbers = entries.map { ($0.replica.hex, JSON.number(Int64(clamping: $0.n))) }
        return .object(Dictionary(uniqueKeysWithValues: numbers))
    }
}
