import Shared

/// Whether a text can be the front of an id: six hexadecimal digits or more.
package func isIdentifierPrefix(_ text: String) -> Bool {
    (6...32).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isHexDigit }
}

/// The names that somebody may have meant, best first, and no more than asked for.
///
/// None for a text that is longer than every name by more than a label may have.
///
/// - Parameter isClose: Whether only those count of which half is alike, where there are so many
///   names that the best of them may be far.
package func nearNames(
    to name: String, among names: some Sequence<String>, countMax: Int = 6, isClose: Bool = false
) -> [String] {
    let wanted = Array(NaturalKey.folded(name).unicodeScalars)
    let known = Set(names).map { (Array(NaturalKey.folded($0).unicodeScalars), $0) }
    // A pasted text is near no name, and takes time by the product of both lengths.
    let longest = known.map(\.0.count).max() ?? 0
    guard wanted.count <= longest + Limits.standard.labelBytesMax else { return [] }
    let distanceMax = isClose ? max(2, wanted.count / 2) : Int.max
    return known.map { (distance(wanted, $0.0), $0.1) }
        .filter { $0.0 <= distanceMax }.sorted { $0 < $1 }.prefix(countMax).map(\.1)
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
