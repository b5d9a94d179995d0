import Storage

/// `HOME/reserve`: room on the disk that is given up so that a last save succeeds on a full one.
package struct DiskReserve: Sendable {
    private let path: String
    private let folder: String
    /// Enough for a save and the changes to the log that go with it.
    static let bytes = 4 << 20
    /// Below this the room is others' rather than the reserve's.
    private static let freeBytesMin: UInt64 = 64 << 20

    package init(in folder: String) {
        self.folder = folder
        path = folder + "/reserve"
    }

    var isKept: Bool { FileStatus(of: path) != nil }

    /// Takes the room, where the disk has plenty; a failure is nobody's trouble.
    func keep() {
        let free = DurableFolder.freeBytes(at: folder) ?? 0
        guard !isKept, free >= Self.freeBytesMin else { return }
        do {
            // Bytes and not a hole: a hole takes no room.
            try [UInt8](repeating: 0xAC, count: Self.bytes).withUnsafeBytes {
                try DiskFile(path, for: .writing).write($0, at: 0)
            }
        } catch { try? DurableFolder.remove(path) }
    }

    /// Gives the room up; false when there was none.
    func giveUp() -> Bool {
        guard isKept else { return false }
        return (try? DurableFolder.remove(path)) != nil
    }
}
