package import Foundation
import Shared
package import Storage
import Synchronization

/// `DIR/keep/heads`: the highest sequence and trail hash of each audit that anybody was told.
///
/// Beside them stands how much is kept for its leads that has no number.
///
/// It lies outside the database, so that a database that was put back to an older state is noticed
/// at start. A line is appended after each commit, before its answer leaves, and is not synced: a
/// killed process loses none, and what a power cut may lose of it, half a minute at most, matters
/// only to somebody who restores a backup younger than that. Laptops notice such a restore too.
package final class HeadWitness: Sendable {
    struct Contents: Sendable {
        let epoch: EpochID
        var heads: [AuditID: Head] = [:]
        /// The last number of what is kept unplaced: no head tells of that.
        var kept: [AuditID: UInt64] = [:]
    }

    struct Head: Hashable, Sendable {
        let sequence: UInt64
        let trail: Hash256
    }

    private struct State {
        var standing: Contents?
        var file: DiskFile
        var size: UInt64
    }

    private let path: String
    private let state: Mutex<State>

    /// Above this size the file is written anew with one line an audit.
    private static let bytesMax: UInt64 = 1024 * 1024

    package init(in dataFolder: URL) throws(StorageError) {
        let folder = dataFolder.appending(path: "keep")
        try DurableFolder.make(folder.path)
        path = folder.appending(path: "heads").path
        let file = try DiskFile(path, for: .writing)
        let bytes = try file.contents()
        state = Mutex(State(standing: Contents(bytes), file: file, size: UInt64(bytes.count)))
    }

    /// What the process that serves a folder has told so far, for whoever only looks.
    static func standing(in dataFolder: URL) throws(StorageError) -> Contents? {
        let path = dataFolder.appending(path: "keep/heads").path
        guard FileStatus(of: path) != nil else { return nil }
        return Contents(try DiskFile(path, for: .reading).contents())
    }

    /// What was told; nil before the first epoch was noted.
    var standing: Contents? { state.withLock(\.standing) }

    /// Begins an epoch, in which nothing was told yet; the present one goes on.
    func begin(_ epoch: EpochID) {
        state.withLock { state in
            guard state.standing?.epoch != epoch else { return }
            state.standing = Contents(epoch: epoch)
            rewrite(&state)
        }
    }

    /// Notes an audit's head that is durable and about to be told.
    func note(_ audit: AuditID, _ head: Head) {
        state.withLock { state in
            guard let standing = state.standing,
                standing.heads[audit]?.sequence ?? 0 < head.sequence
            else { return }
            state.standing?.heads[audit] = head
            append(Contents.line(audit, head), &state)
        }
    }

    /// Notes how much is kept unplaced, which its carrier is about to be told.
    func note(_ audit: AuditID, kept number: UInt64) {
        state.withLock { state in
            guard let standing = state.standing, standing.kept[audit] ?? 0 < number else { return }
            state.standing?.kept[audit] = number
            append(Contents.line(audit, kept: number), &state)
        }
    }

    private func append(_ line: String, _ state: inout State) {
        let line = Array(line.utf8)
        // A head that cannot be noted is one that a restore is noticed by later, by a laptop.
        try? line.withUnsafeBytes { bytes in try state.file.write(bytes, at: state.size) }
        state.size += UInt64(line.count)
        if state.size > Self.bytesMax { rewrite(&state) }
    }

    private func rewrite(_ state: inout State) {
        guard let standing = state.standing else { return }
        let bytes = Array(standing.text.utf8)
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let draft = try FileDraft(in: folder, for: path)
            try draft.file.write(bytes, at: 0)
            try draft.publish(as: path)
            state.file = draft.file
            state.size = UInt64(bytes.count)
        } catch {
            // The old file stays in use: it says less, and nothing false.
        }
    }
}

extension HeadWitness.Contents {
    /// Reads lines; a last line that a power cut left unfinished is passed over.
    fileprivate init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
        guard let first = lines.popFirst()?.split(separator: " "), first.count == 2,
            first[0] == "epoch", let epoch = EpochID(hex: String(first[1]))
        else { return nil }
        self.init(epoch: epoch)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let audit = AuditID(hex: words[0]) else { continue }
            if words[1] == "kept", let number = UInt64(words[2]) {
                kept[audit] = max(kept[audit] ?? 0, number)
                continue
            }
            guard let sequence = UInt64(words[1]),
                let trail = [UInt8](hex: words[2]).flatMap({ Hash256(bytes: $0) }),
                heads[audit]?.sequence ?? 0 < sequence
            else { continue }
            heads[audit] = HeadWitness.Head(sequence: sequence, trail: trail)
        }
    }

    fileprivate static func line(_ audit: AuditID, _ head: HeadWitness.Head) -> String {
        "\(audit.hex) \(head.sequence) \(head.trail.hex)\n"
    }

    fileprivate static func line(_ audit: AuditID, kept number: UInt64) -> String {
        "\(audit.hex) kept \(number)\n"
    }

    fileprivate var text: String {
        let lines =
            heads.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
            + kept.sorted { $0.key < $1.key }.map { Self.line($0.key, kept: $0.value) }
        return "epoch \(epoch.hex)\n" + lines.joined()
    }
}
