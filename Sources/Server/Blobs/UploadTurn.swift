import Shared
import Storage
import Synchronization

/// The right to append to one upload: the last who asked for it takes it from whoever had it.
///
/// So a client whose connection died need not wait until the server has noticed.
final class UploadTurn: Sendable {
    let upload: UploadRow
    let file: DiskFile
    private let state: Mutex<State>

    private struct State {
        var offset: UInt64
        var isOver = false
    }

    fileprivate init(_ upload: UploadRow, file: DiskFile) throws(StorageError) {
        self.upload = upload
        self.file = file
        state = Mutex(State(offset: try file.size()))
    }

    /// How many bytes have arrived.
    var offset: UInt64 { state.withLock { $0.offset } }

    /// Writes what follows; it stays, whatever becomes of the request.
    ///
    /// - Throws: `upload-offset` once somebody else has the turn, `too-large` behind the end;
    ///   `StorageError`.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            guard !state.isOver else {
                throw Problem(.uploadOffset, detail: "another request went on with the upload")
            }
            guard UInt64(bytes.count) <= upload.size - min(state.offset, upload.size) else {
                throw Problem(.tooLarge, expected: "\(upload.size)")
            }
            try file.write(bytes, at: state.offset)
            state.offset += UInt64(bytes.count)
        }
    }

    /// Returns once nothing can be appended any more.
    fileprivate func end() {
        state.withLock { $0.isOver = true }
    }
}

/// Who has which upload's turn.
final class UploadTurns: Sendable {
    private let turns = Mutex<[UploadID: UploadTurn]>([:])

    /// Takes the turn of an upload; where the last holder got to is where this one begins.
    func take(_ upload: UploadRow, in folder: BlobFolder) throws -> UploadTurn {
        try turns.withLock { turns in
            turns[upload.id]?.end()
            let turn = try UploadTurn(upload, file: try folder.open(upload.id))
            turns[upload.id] = turn
            return turn
        }
    }

    /// Forgets a turn that nobody uses any more.
    func leave(_ turn: UploadTurn) {
        turns.withLock { turns in
            if turns[turn.upload.id] === turn { turns[turn.upload.id] = nil }
        }
    }
}
