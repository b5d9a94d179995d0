import Foundation
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
