/// One change: the `n`-th that a replica made in one audit, counted from 1.
package struct Dot: Hashable, Comparable, Sendable {
    package let replica: ReplicaID
    /// From 1 to 2^63 - 1.
    package let n: UInt64

    package init(replica: ReplicaID, n: UInt64) {
        self.replica = replica
        self.n = n
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.replica, left.n) < (right.replica, right.n)
    }
}
