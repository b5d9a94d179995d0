import Shared
import TestSupport
import Testing

/// The laws of order, on every vector of three replicas with numbers from 0 to 2.
struct VersionOrderTests {
    private static let vectors: [VersionVector] = {
        let numbers: [UInt64] = [0, 1, 2]
        return numbers.flatMap { one in
            numbers.flatMap { two in numbers.map { vector(one, two, $0) } }
        }
    }()

    private static func vector(_ numbers: UInt64...) -> VersionVector {
        VersionVector(
            numbers.enumerated().map { Dot(replica: Sample.replica($0 + 1), n: $1) })
    }

    /// Calls with every two vectors; one `#expect` for all of them, because there are many.
    private func holdsForEveryTwo(_ law: (VersionVector, VersionVector) -> Bool) -> Bool {
        Self.vectors.allSatisfy { one in Self.vectors.allSatisfy { law(one, $0) } }
    }

    private func holdsForEveryThree(
        _ law: (VersionVector, VersionVector, VersionVector) -> Bool
    ) -> Bool {
        holdsForEveryTwo { one, two in Self.vectors.allSatisfy { law(one, two, $0) } }
    }

    private func isAtMost(_ one: VersionVector, _ two: VersionVector) -> Bool {
        [.before, .equal].contains(one.order(to: two))
    }

    @Test func `every word is said of some two vectors`() {
        let one = VersionVector([Dot(replica: Sample.replica(1), n: 1)])
        let two = VersionVector([Dot(replica: Sample.replica(2), n: 1)])
        #expect(VersionVector().order(to: one) == .before)
        #expect(one.joined(with: two).order(to: two) == .after)
        #expect(one.order(to: two) == .concurrent)
        #expect(one.order(to: one) == .equal)
        #expect(
            VersionOrder.allCases.map(\.rawValue) == ["before", "after", "concurrent", "equal"])
    }

    @Test func `seen from the other side the order is reversed`() {
        #expect(holdsForEveryTwo { $0.order(to: $1) == $1.order(to: $0).reversed })
        #expect(VersionOrder.allCases.allSatisfy { $0.reversed.reversed == $0 })
    }

    @Test func `two vectors are equal in order exactly when they are the same`() {
        #expect(holdsForEveryTwo { ($0.order(to: $1) == .equal) == ($0 == $1) })
    }

    @Test func `order agrees with covers`() {
        #expect(
            holdsForEveryTwo { one, two in
                switch one.order(to: two) {
                case .before: two.covers(one) && !one.covers(two)
                case .after: one.covers(two) && !two.covers(one)
                case .concurrent: !one.covers(two) && !two.covers(one)
                case .equal: one.covers(two) && two.covers(one)
                }
            })
    }

    @Test func `order agrees with the numbers of every replica`() {
        let replicas = (1...3).map(Sample.replica)
        #expect(
            holdsForEveryTwo { one, two in
                let isBehind = replicas.contains { one[$0] < two[$0] }
                let isAhead = replicas.contains { one[$0] > two[$0] }
                return switch one.order(to: two) {
                case .before: isBehind && !isAhead
                case .after: isAhead && !isBehind
                case .concurrent: isBehind && isAhead
                case .equal: !isBehind && !isAhead
                }
            })
    }

    @Test func `what is before something is before all that comes after it`() {
        #expect(
            holdsForEveryThree { one, two, three in
                one.order(to: two) != .before || !isAtMost(two, three)
                    || one.order(to: three) == .before
            })
    }

    @Test func `join is the least that is not before either`() {
        #expect(
            holdsForEveryThree { one, two, three in
                let joined = one.joined(with: two)
                return isAtMost(one, joined) && isAtMost(two, joined)
                    && (isAtMost(one, three) && isAtMost(two, three)) == isAtMost(joined, three)
            })
    }
}

extension VersionOrder {
    /// The same relation seen from the other version.
    var reversed: VersionOrder {
        switch self {
        case .before: .after
        case .after: .before
        case .concurrent, .equal: self
        }
    }
}
