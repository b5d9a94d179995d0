/// Why a capture was not read; nothing of it was taken.
package enum CaptureError: Error, Hashable, Sendable {
    /// A line breaks the rules of the format; the reason is a clause.
    case malformed(line: Int, reason: String)
    /// It has no lines, and is cut off or never was what it is taken for.
    case damaged(reason: String)
    case tooLarge(reason: String)
    /// It was written by another tool; the advice says what reads it.
    case otherKind(advice: String)
}
