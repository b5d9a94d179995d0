import Reading
import Shared
import Synchronization

/// The coverage that was counted last: filters and pages of one audit ask for it one after the
/// other, and what came meanwhile is counted by difference.
final class CoverageMemory: Sendable {
    private struct Known {
        /// Taken before anything was read.
        let mark: ClientStore.Revision
        /// Up to which revision of its summaries it was counted.
        let revision: Int64
        let coverage: AuditCoverage
    }

    private let known = Mutex<Known?>(nil)

    func read(
        _ view: AuditView, _ catalogue: Catalogue, from store: ClientStore
    ) throws -> AuditCoverage {
        try known.withLock { known in
            let mark = try store.mark()
            let index = StateIndex(store: store)
            guard let old = known, old.coverage.view.audit == view.audit,
                try old.coverage.isOf(view, catalogue)
            else {
                known = nil
                let revision = try index.revision(view.audit)
                let coverage = try AuditCoverage(of: view, catalogue)
                known = Known(mark: mark, revision: revision, coverage: coverage)
                return coverage
            }
            if old.mark == mark { return old.coverage }
            var changed: [StateID: StateSummary] = [:]
            let revision = try index.changed(view.audit, since: old.revision) {
                if case .state(_, let id) = $0 { changed[id] = $1 }
            }
            var coverage = old.coverage
            try coverage.update(changed, in: view)
            known = Known(mark: mark, revision: revision, coverage: coverage)
            return coverage
        }
    }
}
