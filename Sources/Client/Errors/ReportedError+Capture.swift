import Shared

extension ReportedError {
    init(_ error: CaptureError) {
        let reason =
            switch error {
            case .malformed(let line, let reason): "line \(line): \(reason)"
            case .damaged(let reason): "the capture cannot be read: \(reason)"
            case .tooLarge(let reason): "the capture is too large: \(reason)"
            case .otherKind(let advice): advice
            }
        self.init(.badInput, "Nothing was imported: \(reason).")
    }
}
