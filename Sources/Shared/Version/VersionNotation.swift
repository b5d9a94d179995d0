/// How dots and vectors are written: `7f3a:12`, and `{09c1:4, 7f3a:12}` ascending by replica.
package struct VersionNotation: Hashable, Sendable {
    /// How many of a replica's 32 hexadecimal digits are written.
    package let digits: Int

    /// For scripts: a replica has all of its digits.
    package static let full = VersionNotation(digits: 32)

    private static let digitsMin = 4

    private init(digits: Int) { self.digits = digits }

    /// For people: as few digits as tell these replicas from each other, and at least four.
    package init(telling replicas: some Sequence<ReplicaID>) {
        let names = Set(replicas).sorted().map(\.hex)
        // In order, whoever shares the most digits with a name stands beside it.
        let shared = zip(names, names.dropFirst()).map { name, next in
            zip(name.utf8, next.utf8).prefix { $0 == $1 }.count
        }
        digits = max(Self.digitsMin, (shared.max() ?? 0) + 1)
    }

    /// Such as `7f3a:12`.
    package func text(_ dot: Dot) -> String { "\(dot.replica.hex.prefix(digits)):\(dot.n)" }

    /// Such as `{09c1:4, 7f3a:12}`; `{}` where nothing is known.
    package func text(_ vector: VersionVector) -> String {
        "{\(vector.entries.map(text).joined(separator: ", "))}"
    }
}
