/// Many dots; of one replica most follow each other, and take no more than two numbers.
package struct DotRanges: Hashable, Sendable {
    private var numbers: [ReplicaID: RangeSet<UInt64>] = [:]

    package init() {}

    package var isEmpty: Bool { numbers.isEmpty }
    package var count: Int {
        numbers.values.reduce(0) { $0 + $1.ranges.reduce(0) { $0 + $1.count } }
    }

    package func contains(_ dot: Dot) -> Bool { numbers[dot.replica]?.contains(dot.n) ?? false }

    /// - Precondition: A number as a version vector has it.
    package mutating func insert(_ dot: Dot) {
        numbers[dot.replica, default: RangeSet()].insert(contentsOf: dot.n..<dot.n + 1)
    }
}
