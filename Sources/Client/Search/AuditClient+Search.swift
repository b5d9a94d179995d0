import Foundation
package import Reading
package import Shared
import Storage
import Synchronization

extension ClientQueries {
    /// Finds words in findings and catalogue; brings the index up to date first.
    ///
    /// The index is derived: one that is damaged, or of another program, is made anew.
    ///
    /// - Parameter statesMax: How many component states are indexed first at most; the result says
    ///   how many wait. Nil for all.
    package func search(
        _ query: SearchQuery, in view: AuditView, _ catalogue: Catalogue,
        indexing statesMax: Int? = nil
    ) throws -> SearchResult {
        try withIndex { try search(query, in: view, catalogue, $0, statesMax) }
    }

    /// Indexes component states that wait, so many at most; returns how many wait then.
    package func index(
        _ view: AuditView, _ catalogue: Catalogue, statesMax: Int
    ) throws -> Int {
        try withIndex { try bringUpToDate($0, with: view, catalogue, statesMax) }
    }

    private func withIndex<Result>(_ work: (SearchIndex) throws -> Result) throws -> Result {
        func once() throws -> Result {
            let index = try SearchIndex(path: home.searchPath)
            defer { try? index.close() }
            return try work(index)
        }
        do {
            return try once()
        } catch let error as StorageError {
            switch error {
            case .diskFull, .busy, .taken, .unfit: throw error
            // Damage of the work is not mended by another index.
            case .damaged(let path, _) where !path.hasSuffix(ClientHome.searchName): throw error
            case .damaged, .foreignFile, .newerVersion, .olderVersion, .replaced, .failed:
                try SearchIndex.remove(home.searchPath)
                return try once()
            }
        }
    }

    private func search(
        _ query: SearchQuery, in view: AuditView, _ catalogue: Catalogue, _ index: SearchIndex,
        _ statesMax: Int?
    ) throws -> SearchResult {
        let mark = try store.mark()
        let known = client.indexed.withLock(\.self)
        if let known, known.audit == view.audit, known.mark == mark,
            known.sources == (try index.sourceCount())
        {
            return try index.search(query, in: view.audit, of: known.counts)
        }
        let waiting = try bringUpToDate(index, with: view, catalogue, statesMax)
        guard waiting == 0 else {
            var result = try index.search(query, in: view.audit, of: index.counts(view.audit))
            result.waiting = waiting
            return result
        }
        let moment = IndexedMoment(
            audit: view.audit, mark: mark, sources: try index.sourceCount(),
            counts: try index.counts(view.audit))
        client.indexed.withLock { $0 = moment }
        return try index.search(query, in: view.audit, of: moment.counts)
    }

    /// Indexes what differs from what is shown, and nothing else; returns how many states wait.
    @discardableResult
    func bringUpToDate(
        _ index: SearchIndex, with view: AuditView, _ catalogue: Catalogue,
        _ statesMax: Int? = nil
    ) throws -> Int {
        let entries = SearchIndex.Source(key: [], digest: catalogue.files.hash)
        if try index.isStale(entries, of: nil) {
            try index.replace(entries, of: nil, by: SearchEntry.all(of: catalogue))
        }
        let shown = try store.stateIndex.shownDigests(view.audit)
        var indexed = try index.sources(of: view.audit)
        if try noteNames(shown, indexed, index, view) {
            indexed = try index.sources(of: view.audit)
        }
        let known = Dictionary(uniqueKeysWithValues: indexed.map { ($0.key, $0.digest) })
        let waiting = shown.filter { known[$0.key] != $0.digest }
        let now = waiting.prefix(statesMax ?? waiting.count)
        guard !now.isEmpty else { return waiting.count }
        try index.update(view.audit) { writer in
            for source in now {
                let record = try RecordKey(bytes: source.key).flatMap { try store.record($0) }
                try writer.write(
                    source,
                    record.map { SearchEntry.all(of: view.item($0), in: view, catalogue) } ?? [])
            }
        }
        return waiting.count - now.count
    }

    /// Takes out what is no more, and notes plan and components as they are now.
    ///
    /// Names and policies of the plan are part of every finding's words and standing, those of a
    /// component of its states': these wait to be indexed again.
    ///
    /// - Returns: Whether anything of that differed.
    private func noteNames(
        _ shown: [SearchIndex.Source], _ indexed: [SearchIndex.Source], _ index: SearchIndex,
        _ view: AuditView
    ) throws -> Bool {
        let known = Dictionary(uniqueKeysWithValues: indexed.map { ($0.key, $0.digest) })
        let current = Set(shown.map(\.key))
        let gone = indexed.map(\.key).filter { !current.contains($0) }
        let differing = shown.filter { source in
            if case .state = RecordKey(bytes: source.key) { return false }
            return known[source.key] != source.digest
        }
        guard !gone.isEmpty || !differing.isEmpty else { return false }
        let states = RecordKind.state.firstKey(of: view.audit)
        try index.update(view.audit) { writer in
            for key in gone { try writer.remove(key) }
            for source in differing {
                switch RecordKey(bytes: source.key) {
                case .plan: try writer.forget(states)
                case .component(_, let id):
                    try writer.forget(states + id.bytes)
                case .state, .other, nil: break
                }
                try writer.write(source, [])
            }
        }
        return true
    }
}

extension ClientHome {
    /// `search.sqlite` in the home: derived, and part of no backup.
    package var searchPath: String { folder.appending(path: Self.searchName).path }
    fileprivate static let searchName = "search.sqlite"
}
