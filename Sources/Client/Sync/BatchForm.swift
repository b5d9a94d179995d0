import Shared

/// The form in which batches go out: how many changes at most, and in which encoding.
struct BatchForm: Sendable {
    /// Changes a batch takes at most; halved when the server finds one too large or the line cuts
    /// one, doubled when one arrives.
    private(set) var countMax: Int
    /// Another one is tried for a change that is refused alone.
    private(set) var encoding = TransportRequest.Compression.zstd
    private let changesMax: Int

    /// A line that nobody knows yet is tried with little: what is cut has to be sent again.
    private static let countFirst = 256
    private static let countMin = 16

    init(_ limits: Limits) {
        changesMax = limits.pushChangesMax
        countMax = min(changesMax, Self.countFirst)
    }

    mutating func noteArrived() {
        countMax = min(changesMax, countMax * 2)
    }

    /// A batch that a line cut is read anew and smaller: it may get through before the next cut.
    ///
    /// - Returns: False for one that is small enough to be sent as it is.
    mutating func noteCut(_ count: Int) -> Bool {
        guard count > Self.countMin else { return false }
        countMax = max(Self.countMin, count / 2)
        return true
    }

    /// What to try with a batch that was refused.
    enum Next {
        /// Read it anew, with fewer changes.
        case fewer
        /// Send the same in the present encoding.
        case otherwise
        /// It was refused alone, in every encoding.
        case nothing
    }

    /// Takes note of a refusal that says nothing of the changes in the batch.
    mutating func noteRefused(_ count: Int) -> Next {
        if count > 1 {
            countMax = max(1, count / 2)
            return .fewer
        }
        guard let next = encoding.next else {
            self = BatchForm(changesMax: changesMax)
            return .nothing
        }
        encoding = next
        return .otherwise
    }

    private init(changesMax: Int) {
        self.changesMax = changesMax
        countMax = min(changesMax, Self.countFirst)
    }
}

extension TransportRequest.Compression {
    /// The encoding in which to try what was refused in this one; nil when there is no other.
    fileprivate var next: Self? {
        switch self {
        case .zstd: .gzip
        case .gzip: Self.none
        case .none: nil
        }
    }
}
