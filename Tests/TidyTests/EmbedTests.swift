import Foundation
import TestSupport
import Testing

/// Tests of scripts/embed, which writes the catalogue into Swift source.
struct EmbedTests {
    @Test
    func `the embedded files are those of the repository`() throws {
        let outcome = try run(in: Repository.root, "--check")
        #expect(outcome.end == .exited(0), "\(outcome.errors)")
    }

    @Test
    func `a changed file makes the embedded ones stale until they are written again`() throws {
        let root = try copyOfScript()
        defer { try? FileManager.default.removeItem(at: root) }
        try write("title: Menu\n", to: "config/catalogue/menu.yaml", in: root)
        #expect(try run(in: root).end == .exited(0))
        #expect(try run(in: root, "--check").end == .exited(0))

        try write("title: Menus\n", to: "config/catalogue/menu.yaml", in: root)
        let outcome = try run(in: root, "--check")
        #expect(outcome.end == .exited(1))
        #expect(outcome.errors.contains("is stale: run make embed"))
    }

    @Test
    func `no content closes its literal early`() throws {
        let root = try copyOfScript()
        defer { try? FileManager.default.removeItem(at: root) }
        let content = "a: \"\"\"#\nb: \\##(c)\n\n  d: \"\"\"\n"
        try write(content, to: "config/catalogue/odd.yaml", in: root)
        #expect(try run(in: root).end == .exited(0))

        let swift = try String(contentsOf: embedded(in: root), encoding: .utf8)
        #expect(swift.contains("content: ###\"\"\"\n\(content)\n\"\"\"###\n"))
    }

    @Test(arguments: ["a: b\r\n", "a: b"])
    func `a file that would not come out as it went in is refused`(content: String) throws {
        let root = try copyOfScript()
        defer { try? FileManager.default.removeItem(at: root) }
        try write(content, to: "config/catalogue/odd.yaml", in: root)
        let outcome = try run(in: root)
        #expect(outcome.end == .exited(65))
        #expect(outcome.errors.contains("config/catalogue/odd.yaml"))
        #expect(!FileManager.default.fileExists(atPath: embedded(in: root).path))
    }

    private func copyOfScript() throws -> URL {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "accord-embed-\(UUID().uuidString)")
        let script = try String(
            contentsOf: Repository.root.appending(path: "scripts/embed"), encoding: .utf8)
        try write(script, to: "scripts/embed", in: root)
        return root
    }

    private func write(_ text: String, to path: String, in root: URL) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    private func embedded(in root: URL) -> URL {
        root.appending(path: "Sources/Shared/CatalogueReading/EmbeddedFiles.swift")
    }

    private func run(
        in root: URL, _ arguments: String...
    ) throws -> (end: ChildProgram.End, errors: String) {
        let errors = Pipe()
        let embed = try ChildProgram(
            ["/bin/sh", root.appending(path: "scripts/embed").path] + arguments,
            errors: errors.fileHandleForWriting.fileDescriptor)
        try errors.fileHandleForWriting.close()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        return (embed.end(), String(decoding: text, as: UTF8.self))
    }
}
