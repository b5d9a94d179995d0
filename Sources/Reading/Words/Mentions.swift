package import Shared

/// Who is named in a comment: `@Lee Okafor`, by the names that an audit's people have.
///
/// It is read each time and stands in no record: a person who is renamed is found by her new name.
package struct Mentions: Sendable {
    /// By the first letter, the longest first.
    private let names: [Character: [Name]]

    private struct Name: Sendable {
        /// In small letters.
        let letters: [Character]
        /// Several people may have one name; all of them are meant then.
        var people: Set<PersonID>
    }

    /// A part of a text, in order.
    package enum Piece: Hashable, Sendable {
        case text(String)
        /// As it was typed, with the sign before it.
        case name(String, of: Set<PersonID>)
    }

    package init(of plan: Plan) {
        var names: [[Character]: Name] = [:]
        for (person, member) in plan.people {
            let letters = member.name.map(Self.small)
            guard !letters.isEmpty else { continue }
            names[letters, default: Name(letters: letters, people: [])].people.insert(person)
        }
        let longestFirst = names.values.sorted { $0.letters.count > $1.letters.count }
        self.names = Dictionary(grouping: longestFirst) { $0.letters[0] }
    }

    package func people(in text: String) -> Set<PersonID> {
        pieces(of: text).reduce(into: []) {
            if case .name(_, let people) = $1 { $0.formUnion(people) }
        }
    }

    /// The whole text in pieces; one piece where nobody is named.
    package func pieces(of text: String) -> [Piece] {
        guard !names.isEmpty, text.utf8.contains(UInt8(ascii: "@")) else { return [.text(text)] }
        let letters = Array(text)
        var pieces: [Piece] = []
        var start = 0
        var place = 0
        while place < letters.count {
            guard letters[place] == "@", let name = name(at: place, in: letters) else {
                place += 1
                continue
            }
            let end = place + 1 + name.letters.count
            if start < place { pieces.append(.text(String(letters[start..<place]))) }
            pieces.append(.name(String(letters[place..<end]), of: name.people))
            start = end
            place = end
        }
        if start < letters.count { pieces.append(.text(String(letters[start...]))) }
        return pieces
    }

    /// The longest name behind a sign that stands for itself, not in an address of e-mail.
    private func name(at sign: Int, in letters: [Character]) -> Name? {
        if sign > 0, Self.joins(letters[sign - 1]) { return nil }
        guard sign + 1 < letters.count, let known = names[Self.small(letters[sign + 1])]
        else { return nil }
        return known.first { name in
            let end = sign + 1 + name.letters.count
            guard end <= letters.count, end == letters.count || !Self.joins(letters[end])
            else { return false }
            return zip(name.letters, letters[(sign + 1)..<end]).allSatisfy { $0 == Self.small($1) }
        }
    }

    private static func small(_ letter: Character) -> Character {
        let small = letter.lowercased()
        return small.count == 1 ? Character(small) : letter
    }

    /// Whether a letter goes on a word; scripts without spaces set words side by side.
    private static func joins(_ letter: Character) -> Bool {
        guard letter.isLetter || letter.isNumber, let scalar = letter.unicodeScalars.first
        else { return false }
        return !scalar.properties.isIdeographic
            && !unspaced.contains { $0.contains(scalar.value) }
    }

    /// Thai and Lao, Myanmar, Khmer, kana, and Hangul, where particles follow a name at once.
    private static let unspaced: [ClosedRange<UInt32>] = [
        0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x1100...0x11FF,
        0xAC00...0xD7AF,
    ]
}
