import Shared

/// Why a bundle was not written or not imported; in every case this laptop is as it was.
package enum BundleError: Error, Hashable, Sendable {
    case notABundle(path: String)
    case newer(path: String)
    /// It was cut off, altered, or never was whole.
    case damaged(path: String, detail: String)
    /// Nothing of the audit was recorded here, and nothing imported.
    case nothingToCarry
    /// Something was recorded under another id of hers, and nothing here shows that it is hers.
    case unproved
}

extension BundleError {
    /// Throws `damaged` unless what is asked of the file at the path holds.
    static func check(
        _ path: String, _ holds: Bool, _ detail: @autoclosure () -> String
    ) throws(BundleError) {
        if !holds { throw .damaged(path: path, detail: detail()) }
    }
}
