/// How a device ended.
package enum Retirement: String, Codable, Comparable, Sendable {
    /// What it still has is taken for the leads to look at; it reads nothing any more.
    case retired
    /// Nothing is taken from it: somebody else may have it.
    case lost

    package static func < (one: Self, other: Self) -> Bool { one == .retired && other == .lost }
}
