import Foundation
package import Reading
package import Shared
import Storage
import Synchronization

extension ClientQueries {
    /// Finds words in findings and catalogue; brings the index up to date first.
    ///
    /// The index is derived: one that is damaged, or of another program, is made anew.
    package func search(
        _ query: SearchQuery, in view: AuditView, _ catalogue: Catalogue
    ) throws -> SearchResult {
        do {
            return try searchOnce(query, in: view, catalogue)
        } catch let error as StorageError {
            switch error {
            case .diskFull, .busy: throw error
            // Damage of the work is not mended by another index.
            case .damaged(let path, _) where !path.hasSuffix(ClientHome.searchName): throw error
            case .damaged, .foreignFile, .newerVersion, .olderVersion, .replaced, .failed:
                try SearchIndex.remove(home.searchPath)
                return try searchOnce(query, in: view, catalogue)
            }
        }
    }

    private func searchOnce(
        _ query: SearchQuery, in view: AuditView, _ catalogue: Catalogue
    ) throws -> SearchResult {
        let index = try SearchIndex(path: home.searchPath)
        defer { try? index.close() }
        let (mark, known) = (try store.mark(), client.indexed.withLock(\.self))
        if let known, known.audit == view.audit, known.mark == mark,
            known.sources == (try index.sourceCount())
        {
            return try index.search(query, in: view.audit, of: known.counts)
        }
        try bringUpToDate(index, with: view, catalogue)
        let moment = IndexedMoment(
            audit: view.audit, mark: mark, sources: try index.sourceCount(),
            counts: try index.counts(view.audit))
        client.indexed.withLock { $0 = moment }
        return try index.search(query, in: view.audit, of: moment.counts)
    }

    /// Indexes what differs from what is shown, and nothing else.
    func bringUpToDate(_ index: SearchIndex, with view: AuditView, _ catalogue: Catalogue) throws {
        let entries = SearchIndex.Source(key: [], digest: catalogue.files.hash)
        if try index.isStale(entries, of: nil) {
            try index.replace(entries, of: nil, by: SearchEntry.all(of: catalogue))
        }
        let shown = try store.stateIndex.shownDigests(view.audit)
        let indexed = try index.sources(of: view.audit)
        guard shown != indexed else { return }
        let plan = RecordKey.plan(view.audit).bytes
        let known = Dictionary(uniqueKeysWithValues: indexed.map { ($0.key, $0.digest) })
        let differing = shown.filter { known[$0.key] != $0.digest }
        // Names and policies of the plan are part of every finding's words and standing.
        let isWhole = differing.contains { $0.key == plan }
        let components = Set(
            differing.compactMap { RecordKey(bytes: $0.key) }.compactMap { key in
                if case .component(_, let id) = key { id } else { nil }
            })
        let current = Set(shown.map(\.key))
        try index.update(view.audit, gone: indexed.map(\.key).filter { !current.contains($0) }) {
            write in
            for source in shown {
                guard let key = RecordKey(bytes: source.key) else { continue }
                let differs = known[source.key] != source.digest
                guard case .state(_, let id) = key else {
                    if differs { try write(source, []) }
                    continue
                }
                guard isWhole || differs || components.contains(id.component),
                    let record = try store.record(key)
                else { continue }
                try write(source, SearchEntry.all(of: view.item(record), in: view, catalogue))
            }
        }
    }
}

extension ClientHome {
    /// `search.sqlite` in the home: derived, and part of no backup.
    package var searchPath: String { folder.appending(path: Self.searchName).path }
    fileprivate static let searchName = "search.sqlite"
}
