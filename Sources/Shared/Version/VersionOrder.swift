/// How one version stands to another, by what each of them knows.
package enum VersionOrder: String, CaseIterable, Sendable {
    /// The other knows this one and more.
    case before
    /// This one knows the other and more.
    case after
    /// Neither knows the other.
    case concurrent
    /// Each knows the other.
    case equal

    /// `knows` says that this version knows the other, `isKnown` that the other knows this one.
    package init(knows: Bool, isKnown: Bool) {
        self =
            switch (knows, isKnown) {
            case (true, true): .equal
            case (true, false): .after
            case (false, true): .before
            case (false, false): .concurrent
            }
    }
}

extension VersionVector {
    /// How this vector stands to another: of two that are equal each covers the other.
    package func order(to other: VersionVector) -> VersionOrder {
        VersionOrder(knows: covers(other), isKnown: other.covers(self))
    }
}
