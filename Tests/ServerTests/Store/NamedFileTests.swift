import Foundation
import Storage
import TestSupport
import Testing

/// A file that somebody named to be written: that file, as a whole, and nothing else.
struct NamedFileTests {
    private let folder: TemporaryFolder
    private let place: String

    init() throws {
        folder = try TemporaryFolder()
        place = folder.url.path
        for name in ["real", "real.part"] { try write("old", to: name) }
        try FileManager.default.createDirectory(
            atPath: "\(place)/folder", withIntermediateDirectories: true)
        for (link, target) in [
            ("link", "real"), ("longer", "folder/../link"), ("absolute", "\(place)/real"),
            ("dangling", "folder/new"), ("to-folder", "folder"), ("round", "round"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(place)/\(link)", withDestinationPath: target)
        }
    }

    @Test(arguments: ["", "folder", "folder/", "none/", ".", "folder/..", "to-folder"])
    func `what names a folder or nothing is refused, and nothing is made`(_ name: String) throws {
        let before = try names()
        let path = name.isEmpty ? "" : "\(place)/\(name)"
        for replacing in [true, false] {
            let error = #expect(throws: StorageError.self) {
                try NamedFile(path, replacing: replacing)
            }
            guard case .unfit = error else {
                Issue.record("\(error as Any)")
                continue
            }
        }
        #expect(try names() == before)
    }

    @Test(arguments: ["real", "link", "longer", "absolute"])
    func `a file is replaced as a whole, and a link to it stays a link`(_ name: String) throws {
        let before = try names()
        let kind = try kind(of: name)
        let file = try NamedFile("\(place)/\(name)")
        try file.write([UInt8]("ne".utf8))
        #expect(try text("real") == "old")
        try file.write([UInt8]("w".utf8))
        try file.publish()
        #expect(try text("real") == "new")
        #expect(try self.kind(of: name) == kind)
        #expect(try text("real.part") == "old")
        #expect(try names() == before)
    }

    @Test func `a link to nothing gets what it leads to`() throws {
        let file = try NamedFile("\(place)/dangling")
        try file.write([UInt8]("new".utf8))
        try file.publish()
        #expect(try text("folder/new") == "new")
        #expect(try kind(of: "dangling") == .typeSymbolicLink)
    }

    @Test func `what cannot be written is told in words, with the name as it was given`() throws {
        for (name, words) in [
            ("none/file", "its folder is not there"),
            ("round", "the links on its path lead in a circle"),
            ("real/file", "part of its path is a file and no folder"),
        ] {
            let path = "\(place)/\(name)"
            #expect(throws: StorageError.failed(path: path, detail: words)) { try NamedFile(path) }
        }
    }

    @Test(arguments: ["real", "link", "dangling", "pipe", "/dev/null"])
    func `what must be new takes no name that anything has`(_ name: String) throws {
        #expect(mkfifo("\(place)/pipe", 0o600) == 0)
        let path = name.hasPrefix("/") ? name : "\(place)/\(name)"
        #expect(throws: StorageError.taken(path: path)) {
            try NamedFile(path, replacing: false)
        }
    }

    @Test func `a pipe and a device are written to as they are`() throws {
        let pipe = "\(place)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let before = try names()
        for path in [pipe, "/dev/null"] {
            let file = try NamedFile(path)
            try file.write([UInt8]("new".utf8))
            try file.publish()
        }
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(reader, &bytes, 10) == 3)
        #expect(try kind(of: "pipe") != .typeRegular)
        #expect(try names() == before)
    }

    @Test func `a file that has no name any more is written to where it is`() throws {
        let descriptor = open("\(place)/real", O_RDWR)
        defer { close(descriptor) }
        #expect(unlink("\(place)/real") == 0)
        let before = try names()
        let file = try NamedFile("/dev/fd/\(descriptor)")
        try file.write([UInt8]("new".utf8))
        try file.publish()
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(pread(descriptor, &bytes, 10, 0) == 3)
        #expect(try names() == before)
    }

    @Test func `a file that is replaced keeps its rights, and a new one has the usual`() throws {
        #expect(chmod("\(place)/real", 0o640) == 0)
        for name in ["real", "new"] {
            let file = try NamedFile("\(place)/\(name)")
            try file.publish()
        }
        #expect(FileStatus.permissions(of: "\(place)/real") == 0o640)
        close(open("\(place)/usual", O_WRONLY | O_CREAT, 0o666))
        let usual = FileStatus.permissions(of: "\(place)/usual")
        #expect(FileStatus.permissions(of: "\(place)/new") == usual)
    }

    @Test(.enabled(if: geteuid() != 0, "whoever may do everything is refused nothing"))
    func `a file that is protected from writing stays`() throws {
        #expect(chmod("\(place)/real", 0o400) == 0)
        #expect(throws: StorageError.self) { try NamedFile("\(place)/real") }
        #expect(try text("real") == "old")
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.url.appending(path: name))
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }

    private func kind(of name: String) throws -> FileAttributeType? {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(place)/\(name)")
        return attributes[.type] as? FileAttributeType
    }

    /// Everything below the place.
    private func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: place).sorted()
    }
}
