/// Why a capture was not read; nothing of it was taken.
package enum CaptureError: Error, Hashable, Sendable {
    /// Something breaks the rules of the format there; the reason is a clause.
    case malformed(at: CapturePlace, reason: String)
    /// It has no lines, and is cut off or never was what it is taken for.
    case damaged(reason: String)
    case tooLarge(reason: String)
    /// It was written by another tool; the advice says what reads it.
    case otherKind(advice: String)
}

/// Where in a file's text something stands; dumps are one line of 40 kB, so a line says little.
package struct CapturePlace: Hashable, Sendable {
    /// From 1.
    package let line: Int
    /// In characters, from 1.
    package let column: Int
}
