package import Foundation

/// A folder of a test's own, removed when the value goes.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Makes the folder.
    ///
    /// - Parameter preferMemory: Takes a file system in memory where there is one: for stores
    ///   whose content is tested, not the disk's promises.
    package init(preferMemory: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let usesMemory =
            preferMemory && FileManager.default.isWritableFile(atPath: memory.path)
        let base = usesMemory ? memory : FileManager.default.temporaryDirectory
        url = base.appending(path: "accord-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
