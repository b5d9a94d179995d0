package import Shared

extension Outcome {
    /// As people read it.
    package var word: String {
        switch self {
        case .passed: "Passed"
        case .failed: "Failed"
        case .cantTell: "Can’t tell"
        case .inapplicable: "Inapplicable"
        case .untested: "Untested"
        }
    }
}
