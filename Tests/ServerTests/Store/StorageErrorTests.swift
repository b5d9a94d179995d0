import Foundation
import GRDB
import Storage
import TestSupport
import Testing

/// What systems and libraries say, in words for people.
struct StorageErrorTests {
    @Test(arguments: [
        (EACCES, "this user may not use it"), (EPERM, "this user may not use it"),
        (ENOENT, "it is not there"), (ENOTDIR, "part of its path is a file and no folder"),
        (EISDIR, "it is a folder and no file"), (EROFS, "nothing can be written to its disk"),
        (ELOOP, "the links on its path lead in a circle"),
    ])
    func `what the system said of a file is told in words`(code: Int32, words: String) {
        #expect(StorageError.ofSystem("/a/b", code: code) == .failed(path: "/a/b", detail: words))
    }

    @Test func `a disk without room is a full disk, whichever way it is told`() {
        for code in [ENOSPC, EDQUOT] {
            #expect(StorageError.ofSystem("/a", code: code) == .diskFull(path: "/a"))
        }
    }

    @Test(arguments: [Int32(14), 8, 266, 19])
    func `what SQLite said is told in words, with its number for a report`(code: Int32) {
        let error = DatabaseError(
            resultCode: ResultCode(rawValue: code), message: "unable to open database file")
        let words = StorageError(error, path: "/a/b").description
        #expect(!words.contains("unable") && words.contains("\(code)"), "\(words)")
    }

    @Test func `what Foundation said is told in words`() throws {
        let folder = try TemporaryFolder()
        let missing = folder.url.appending(path: "none")
        let error = #expect(throws: (any Error).self) { try Data(contentsOf: missing) }
        let failure = StorageError(try #require(error), path: missing.path)
        #expect(failure == .failed(path: missing.path, detail: "it is not there"))
    }

    @Test func `no more than a file is opened, and nothing waits`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.url.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, words) in [
            (pipe, "it is a pipe and no file"), ("/dev/zero", "it is a device and no file"),
            (folder.url.path, "it is a folder and no file"),
        ] {
            #expect(throws: StorageError.failed(path: path, detail: words)) {
                try DiskFile(path, for: .reading)
            }
        }
    }

    @Test func `what may not be looked into is no file that is missing`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "file")
        try Data("text".utf8).write(to: file)
        #expect(try FileStatus(lookingAt: folder.url.appending(path: "none").path) == nil)
        #expect(throws: StorageError.ofSystem(file.path + "/below", code: ENOTDIR)) {
            try FileStatus(lookingAt: file.path + "/below")
        }
    }
}
