package import HTTPClient
import Reading
package import Shared

/// What differs between the confirmed work on this laptop and the server's at one moment.
package struct ServerComparison: Sendable {
    package let serverRoot: Hash256
    /// This laptop's root over confirmed work.
    package let root: Hash256
    /// Records whose digests differ, or that only one side has.
    package let differing: [RecordKey]
    /// Those of them that only this laptop has.
    package let missing: [RecordKey]

    package var isEqual: Bool { serverRoot == root && differing.isEmpty }
}

extension ClientChecks {
    /// Compares digests with the server: root, then the buckets that differ, then their records.
    package func compare(
        _ audit: AuditID, over transport: any Transport
    ) async throws -> ServerComparison {
        guard let standing = try store.pull.standing(audit) else {
            throw AuditError.notFound(what: "audit", name: audit.hex, known: [])
        }
        let calls = ServerCalls(transport: transport)
        let answer = try await ServerCalls.translated { try await calls.digests(audit) }
        let theirs = answer.buckets.compactMap { Hash256(bytes: $0) }
        guard let root = Hash256(bytes: answer.head.root), theirs.count == 256 else {
            throw ClientError.transport(.notOurServer(detail: "the digests are incomplete"))
        }
        var differing: [(key: RecordKey, isMissing: Bool)] = []
        let own = try store.reconcile.bucketSums(audit)
        for (bucket, (own, their)) in zip(own, theirs).enumerated() where own != their {
            differing += try await differences(audit, in: bucket, calls)
        }
        return ServerComparison(
            serverRoot: root, root: standing.root, differing: differing.map(\.key),
            missing: differing.filter(\.isMissing).map(\.key))
    }

    private func differences(
        _ audit: AuditID, in bucket: Int, _ calls: ServerCalls
    ) async throws -> [(key: RecordKey, isMissing: Bool)] {
        let own = try store.reconcile.baseDigests(audit, buckets: [bucket])
        let theirs = try await ServerCalls.translated {
            try await calls.digests(audit, buckets: [UInt8(bucket)])
        }
        return Set(own.keys).union(theirs.keys).filter { own[$0] != theirs[$0] }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            .map { (key: $0, isMissing: theirs[$0] == nil) }
    }
}
