import Shared

/// Why a bundle was not written or not imported; in every case this laptop is as it was.
package enum BundleError: Error, Hashable, Sendable {
    /// Something has that name already; it was not touched.
    case exists(path: String)
    /// The file is something else.
    case notABundle(path: String)
    /// A later version of Accord made it.
    case newer(path: String)
    /// It was cut off, altered, or never was whole.
    case damaged(path: String, detail: String)
    /// Nothing of the audit was recorded here, and nothing imported.
    case nothingToCarry
}

extension Trouble {
    init(_ error: BundleError) {
        switch error {
        case .exists(let path):
            self.init(
                .badInput, "\(path) is there already; it was not touched. Choose another name.")
        case .notABundle(let path):
            self.init(.badInput, "\(path) is no bundle of Accord. Nothing was taken from it.")
        case .newer(let path):
            self.init(
                .newer,
                "\(path) was made by a newer version of Accord. Nothing was taken from it. "
                    + "Install the newer version.")
        case .damaged(let path, let detail):
            self.init(
                .badInput,
                "\(path) is damaged (\(detail)). Nothing was taken from it. Have it exported "
                    + "and copied again.")
        case .nothingToCarry:
            self.init(
                .notFound,
                "Nothing was recorded on this laptop in this audit, and it carries nobody's work. "
                    + "No file was written.")
        }
    }
}
