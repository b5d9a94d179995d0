import Shared
import Storage
import Synchronization

/// The right to append to one upload: the last who asked for it takes it from whoever had it.
///
/// So a client whose connection died need not wait until the server has noticed.
final class UploadTurn: Sendable {
    let upload: UploadRow
    /// Who sends it; nil where it is only looked at.
    let person: PersonID?
    let blob: ArrivingBlob
    private let state: Mutex<State>

    private struct State {
        var offset: UInt64
        var isOver = false
    }

    fileprivate init(
        _ row: UploadRow, of person: PersonID?, _ blob: ArrivingBlob
    ) throws(StorageError) {
        upload = row
        self.person = person
        self.blob = blob
        state = Mutex(State(offset: try blob.size()))
    }

    var offset: UInt64 { state.withLock(\.offset) }

    /// Writes what follows; it stays, whatever becomes of the request; throws `upload-offset` once
    /// somebody else has the turn, `too-large` behind the end; `StorageError`.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            guard !state.isOver
            else { throw Problem(.uploadOffset, detail: "another request went on with the upload") }
            guard UInt64(bytes.count) <= upload.size - min(state.offset, upload.size)
            else { throw Problem(.tooLarge, expected: "\(upload.size)") }
            try blob.append(bytes, at: state.offset)
            state.offset += UInt64(bytes.count)
        }
    }

    /// Returns once nothing can be appended any more.
    fileprivate func end() { state.withLock { $0.isOver = true } }
}

final class UploadTurns: Sendable {
    private let turns = Mutex<[UploadID: UploadTurn]>([:])

    /// Takes the turn of an upload; where the last holder got to is where this one begins.
    func take(_ row: UploadRow, of person: PersonID?, in blobs: BlobStore) throws -> UploadTurn {
        try turns.withLock { turns in
            turns[row.id]?.end()
            let turn = try UploadTurn(row, of: person, blobs.arriving(row.id))
            turns[row.id] = turn
            return turn
        }
    }

    /// Bytes of a person's uploads that requests are bringing now, as far as they have not arrived.
    func missing(of person: PersonID, besides upload: UploadID) -> UInt64 {
        turns.withLock { turns in
            turns.values.filter { $0.person == person && $0.upload.id != upload }
                .reduce(0) { $0 + $1.upload.size - min($1.offset, $1.upload.size) }
        }
    }

    func leave(_ turn: UploadTurn) {
        turns.withLock { turns in
            if turns[turn.upload.id] === turn { turns[turn.upload.id] = nil }
        }
    }
}
