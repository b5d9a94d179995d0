import Foundation
import Storage
import TestSupport
import Testing

/// New content of a file, which is nowhere to be seen before all of it is there.
struct FileDraftTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.url.appending(path: "file")
        try Data("old".utf8).write(to: file)
    }

    @Test func `until it is published a name has what it had, whenever a kill comes`() throws {
        let draft = try FileDraft(in: folder.url.path)
        #expect(try text(file) == "old")
        try draft.file.write([UInt8]("new".utf8), at: 0)
        #expect(try text(file) == "old")
        #expect(FileStatus.permissions(of: draft.path) == 0o600)
        try draft.publish(as: file.path)
        #expect(try text(file) == "new")
        #expect(try names() == ["file"])
    }

    @Test func `one that nobody publishes leaves nothing`() throws {
        do { try FileDraft(in: folder.url.path).file.write([1], at: 0) }
        do { _ = try FolderDraft(for: folder.url.appending(path: "copy").path) }
        #expect(try names() == ["file"])
    }

    @Test func `two for one file have names of their own, and the last is the file`() throws {
        let drafts = try (0..<2).map { _ in try FileDraft(in: folder.url.path) }
        #expect(drafts[0].path != drafts[1].path)
        for (index, draft) in drafts.enumerated() {
            try draft.file.write([UInt8]("\(index)".utf8), at: 0)
            try draft.publish(as: file.path)
            #expect(try text(file) == "\(index)")
        }
    }

    @Test func `no folder is ever replaced`() throws {
        let full = folder.url.appending(path: "folder")
        try FileManager.default.createDirectory(at: full, withIntermediateDirectories: true)
        for replacing in [true, false] {
            #expect(throws: StorageError.self) {
                try FileDraft(in: folder.url.path).publish(as: full.path, replacing: replacing)
            }
        }
        #expect(throws: StorageError.taken(path: full.path)) {
            try FolderDraft(for: full.path).publish(as: full.path)
        }
        #expect(try names() == ["file", "folder"])
    }

    @Test func `what must be new takes no name that anything has`() throws {
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "none")
        for taken in [file, link] {
            #expect(throws: StorageError.taken(path: taken.path)) {
                try DurableFolder.write([1], to: taken.path, replacing: false)
            }
        }
        #expect(try text(file) == "old")
        #expect(try names() == ["file", "link"])
    }

    @Test func `what a kill left goes with the first writing an hour later`() throws {
        let lasting = [
            ".accord-draft-0123456789abcdef": 600, ".accord-draft-0123456789abcde": 9_999,
            ".accord-draft-0123456789abcdefg": 9_999, "accord-draft-0123456789abcdef": 9_999,
            "x.accord-draft-0123456789abcdef": 9_999,
        ]
        let going = [".accord-draft-00000000000000aa": 4_000]
        for (name, age) in lasting.merging(going, uniquingKeysWith: max) {
            try leave(name, secondsAgo: age)
        }
        try DurableFolder.write([1], to: file.path)
        #expect(try names() == (lasting.keys + ["file"]).sorted())
    }

    @Test func `of folders only those go in which nothing was written for a day`() throws {
        let names = [".accord-draft-00000000000000aa", ".accord-draft-00000000000000bb"]
        for (name, age) in zip(names, [90_000, 4_000]) {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "\(name)/below"), withIntermediateDirectories: true)
            try leave("\(name)/below/file", secondsAgo: age)
            for path in ["\(name)/below", name] { try makeOlder(path, by: 90_000) }
        }
        let other = folder.url.appending(path: "other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let link = ".accord-draft-00000000000000cc"
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: link).path, withDestinationPath: "other")
        try makeOlder("other", by: 90_000)
        try DurableFolder.write([1], to: file.path)
        #expect(try self.names() == [names[1], link, "file", "other"])
    }

    private func leave(_ name: String, secondsAgo age: Int) throws {
        try Data("left".utf8).write(to: folder.url.appending(path: name))
        try makeOlder(name, by: age)
    }

    private func makeOlder(_ name: String, by seconds: Int) throws {
        var present = stat()
        #expect(stat(file.path, &present) == 0)
        let path = folder.url.appending(path: name).path
        let time = timeval(tv_sec: present.st_mtim.tv_sec - seconds, tv_usec: 0)
        #expect(utimes(path, [time, time]) == 0)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    private func text(_ file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }
}
