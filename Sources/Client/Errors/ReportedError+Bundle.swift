import Shared

extension ReportedError {
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
