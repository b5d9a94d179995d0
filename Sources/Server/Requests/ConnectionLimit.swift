import Foundation

/// How many connections are accepted at a time; further ones wait in the kernel's queue, so that
/// databases and evidence can be opened however many clients are there.
enum ConnectionLimit {
    private static let countMax = 8_192

    /// What the process may open, less what everything else needs.
    static func count() -> Int {
        var limit = rlimit()
        guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
        // Services often begin with 1,024 descriptors and may have more.
        var raised = limit
        raised.rlim_cur = min(limit.rlim_max, rlim_t(2 * countMax))
        if raised.rlim_cur > limit.rlim_cur, setrlimit(.init(RLIMIT_NOFILE.rawValue), &raised) == 0
        {
            limit = raised
        }
        return count(descriptors: Int(clamping: limit.rlim_cur))
    }

    /// A quarter is left for files, at least so many that the server works at all.
    static func count(descriptors: Int) -> Int {
        max(16, min(countMax, descriptors - max(128, descriptors / 4)))
    }
}
