import Shared

extension ReportedError {
    /// What keeps one file of evidence from being sent; findings go on in every case.
    init(_ problem: Problem, sending hash: Hash256) {
        let file = "The evidence \(hash.hex.prefix(12)) stays on this laptop"
        switch problem.code {
        case .tooLarge:
            let limit = problem.expected.map { " (\($0) bytes)" } ?? ""
            self.init(
                .notAllowed,
                "\(file): the server takes no more of \(problem.detail ?? "it")\(limit). Your "
                    + "findings are sent. Ask who runs the server for more room.")
        case .storageFull:
            self.init(
                .busy,
                "\(file): the server's disk is nearly full, and what is left is for findings. "
                    + "Your findings are sent. Tell who runs the server, then sync again.")
        case .evidenceDiffers, .uploadOffset:
            self.init(
                .busy,
                "\(file): its bytes did not arrive as they were sent. Your findings are sent. "
                    + "Sync again.")
        default: self.init(problem)  // open set: problems that say nothing of evidence
        }
    }

    /// A file whose bytes are no longer those that were attached, or that came otherwise.
    init(damaged hash: Hash256) {
        self.init(
            .disk,
            "The evidence \(hash.hex.prefix(12)) was damaged and was set aside. Your findings are "
                + "safe. Sync again to fetch it.")
    }
}
