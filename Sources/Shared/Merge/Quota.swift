/// How many bytes of something a person has used in an audit, and how many a server grants her.
///
/// Nobody's use counts against another's. A laptop stops new evidence at the quota and everything
/// new at one and a half; the server takes what is sent until twice the quota, so that what was
/// saved before a laptop heard of it still finds room.
package struct Quota: Hashable, Sendable {
    package let used: UInt64
    package let most: UInt64

    /// Larger numbers than any disk has are cut, so that nothing is added up beyond its type.
    package init(used: UInt64, most: UInt64) {
        self.used = min(used, Self.bytesMax)
        self.most = min(most, Self.bytesMax)
    }

    private static let bytesMax: UInt64 = 1 << 56

    package func adding(_ bytes: UInt64) -> Quota {
        Quota(used: used + min(bytes, Self.bytesMax), most: most)
    }

    /// Whether four fifths are used, from where people are told.
    package var isNearlyUsed: Bool { used * 5 >= most * 4 }

    package var isExceeded: Bool { used > most }

    /// Whether so much is used that a laptop saves nothing new.
    package var isExhausted: Bool { used * 2 > most * 3 }

    /// Whether so much is used that a server takes nothing more.
    package var isRefused: Bool { used > most * 2 }

    /// How much is used of what is granted, in whole per cent.
    package var percent: Int { most > 0 ? Int(clamping: used * 100 / most) : 100 }
}
