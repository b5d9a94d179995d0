/// What share of the component states two people are to judge, and who is second (decision 0040).
package struct SecondOpinions: Hashable, Sendable {
    /// In percent, from 1 to 100.
    package let share: Int
    /// Letters and digits; with a component state it decides whether that one is drawn.
    package let seed: String
    /// Which component states are meant: one of the values of each condition has to hold.
    package let concerns: [Concern: Set<String>]
    /// Among whom the second person is drawn.
    package let people: Set<PersonID>

    /// A condition of component states, under the name that filters have for it.
    package enum Concern: String, CaseIterable, Sendable {
        case control, environment
        /// Folded, as filters compare it.
        case screen
    }

    package static let shares = 1...100
    package static let seedBytesMax = 64

    /// Nil for what nothing can be drawn by.
    ///
    /// - Parameter concerns: Values without line breaks.
    package init?(
        share: Int, seed: String, concerns: [Concern: Set<String>] = [:], people: Set<PersonID>
    ) {
        guard Self.shares.contains(share), Self.isSeed(seed), !people.isEmpty else { return nil }
        self.share = share
        self.seed = seed
        self.concerns = concerns.filter { !$0.value.isEmpty }
        self.people = people
    }

    package static func isSeed(_ seed: String) -> Bool {
        (1...seedBytesMax).contains(seed.utf8.count)
            && seed.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
            }
    }
}

/// The value of the register: lines in one order.
extension SecondOpinions {
    package var text: String {
        let concerns = Concern.allCases.flatMap { one in
            (self.concerns[one] ?? []).sorted().map { "\(one.rawValue) \($0)" }
        }
        let people = people.sorted().map { "person \($0.hex)" }
        return (["share \(share)", "seed \(seed)"] + concerns + people)
            .joined(separator: "\n")
    }

    /// Reads `text` back; nil for anything else, which draws nothing.
    package init?(_ text: String) {
        var numbers: [String] = []
        var seeds: [String] = []
        var concerns: [Concern: Set<String>] = [:]
        var people: Set<PersonID> = []
        for line in text.unicodeScalars.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map { String($0) }
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "share": numbers.append(parts[1])
            case "seed": seeds.append(parts[1])
            case "person":
                guard let person = PersonID(hex: parts[1]) else { return nil }
                people.insert(person)
            default:  // open set: a later version may say what else is meant
                guard let concern = Concern(rawValue: parts[0]) else { return nil }
                concerns[concern, default: []].insert(parts[1])
            }
        }
        guard let share = numbers.first.flatMap({ Int($0) }), let seed = seeds.first else {
            return nil
        }
        self.init(share: share, seed: seed, concerns: concerns, people: people)
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }
}

/// What is drawn: of nothing but the seed, the component state and those who are asked.
extension SecondOpinions {
    /// Whether two people are to judge a component state, if it is meant.
    ///
    /// - Parameter environment: Of the component state, in the plain form.
    package func draws(_ state: StateID, in environment: String) -> Bool {
        Self.number(of: words(state, environment)) % 100 < UInt64(share)
    }

    /// Who is second on a component state; nil where nobody is left.
    package func second(
        on state: StateID, in environment: String, among people: some Sequence<PersonID>
    ) -> PersonID? {
        let words = words(state, environment)
        return people.map { (number: Self.number(of: "\(words)\t\($0.hex)"), person: $0) }
            .max { ($0.number, $0.person) < ($1.number, $1.person) }?.person
    }

    private func words(_ state: StateID, _ environment: String) -> String {
        "\(seed)\t\(state.component.hex)\t\(environment)\t\(state.round)\t\(state.state)"
    }

    /// The first eight bytes of the SHA-256, the highest first.
    private static func number(of words: String) -> UInt64 {
        Hash256(of: Array(words.utf8)).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
