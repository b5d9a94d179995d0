import Shared

/// Whether a text can be the front of an id: six hexadecimal digits or more.
func isIdentifierPrefix(_ text: String) -> Bool {
    (6...32).contains(text.utf8.count)
        && text.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
        }
}

/// The names that somebody may have meant, best first; all of them when there are few.
func nearNames(to name: String, among names: some Sequence<String>, countMax: Int = 6) -> [String] {
    let wanted = Array(NaturalKey.folded(name).unicodeScalars)
    let ranked = Set(names).map { candidate in
        (
            name: candidate,
            distance: distance(wanted, Array(NaturalKey.folded(candidate).unicodeScalars))
        )
    }.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard ranked.count > countMax else { return ranked.map(\.name) }
    return ranked.prefix(countMax).map(\.name)
}

/// How many scalars have to be added, removed or changed; a name that holds the other is near.
private func distance(_ left: [UnicodeScalar], _ right: [UnicodeScalar]) -> Int {
    guard !left.isEmpty else { return right.count }
    var previous = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            let change = previous[column] + (scalar == other ? 0 : 1)
            current.append(min(change, previous[column + 1] + 1, current[column] + 1))
        }
        previous = current
    }
    let isContained = String(String.UnicodeScalarView(right))
        .contains(String(String.UnicodeScalarView(left)))
    return isContained ? min(1, previous[right.count]) : previous[right.count]
}
