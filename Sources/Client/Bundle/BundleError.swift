import Shared

/// Why a bundle was not written or not imported; in every case this laptop is as it was.
package enum BundleError: Error, Hashable, Sendable {
    /// Something has that name already; it was not touched.
    case exists(path: String)
    case notABundle(path: String)
    case newer(path: String)
    /// It was cut off, altered, or never was whole.
    case damaged(path: String, detail: String)
    /// Nothing of the audit was recorded here, and nothing imported.
    case nothingToCarry
}

/// What is wrong with a part of a bundle.
struct BundleFault: Error {
    let detail: String

    static func check(_ holds: Bool, _ detail: @autoclosure () -> String) throws(BundleFault) {
        if !holds { throw BundleFault(detail: detail()) }
    }
}
