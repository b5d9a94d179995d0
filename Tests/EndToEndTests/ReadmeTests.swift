import Foundation
import TestSupport
import Testing

/// What README.md tells people to type, typed by somebody who has nothing yet.
struct ReadmeTests {
    @Test func `the lines under "Use it" work as they are printed`() throws {
        let home = try TemporaryFolder()
        try Data([0, 0, 0, 20] + Array("ftypqt  ".utf8) + Array(repeating: 0, count: 64))
            .write(to: home.url.appending(path: "capture.mov"))
        let blocks = try Self.blocks(under: "Use it")
        #expect(blocks.count == 2)
        let port = try Self.freePort()
        let tail = """
            trap 'kill $(jobs -p); wait' EXIT
            until curl -sf http://127.0.0.1:8080/ready > ready; do :; done
            """
        // The server is there before anybody is invited, and the code is the one that was printed.
        var server = blocks[0].components(separatedBy: "\n")
        let invite = try #require(server.firstIndex { $0.contains("accord-server invite") })
        server.insert(tail, at: invite)
        server[invite + 1] = server[invite + 1].components(separatedBy: "#")[0] + "| tee invite"
        let join = #"CODE=$(sed -n 's/.*accord join .* //p' invite)"#
        let script = (["set -euo pipefail"] + server + [join, blocks[1]])
            .joined(separator: "\n")
            .replacingOccurrences(of: " CODE\n", with: " $CODE\n")
            .replacingOccurrences(of: "127.0.0.1:8080", with: "127.0.0.1:\(port)")
        let bash = Program(
            executable: URL(filePath: "/bin/bash"),
            environment: [
                "HOME": home.url.path,
                "PATH": Program.server.executable.deletingLastPathComponent().path
                    + ":/usr/bin:/bin",
            ])
        let file = home.url.appending(path: "readme.sh")
        try Data("cd ~\n\(script)\n".utf8).write(to: file)
        let run = try bash.run([file.path])
        #expect(run.status == 0, "\(run.out)\n\(run.errors)")
        let rows = try String(
            contentsOf: home.url.appending(path: "findings.csv"), encoding: .utf8)
        #expect(rows.contains("Focus is lost."), "\(rows)")
    }

    /// The indented blocks of a section, without their indent.
    private static func blocks(under heading: String) throws -> [String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../README.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## \(heading)\n").last)
            .components(separatedBy: "\n## ")[0]
        var blocks: [[String]] = [[]]
        for line in section.components(separatedBy: "\n") {
            if line.hasPrefix("    ") {
                blocks[blocks.count - 1].append(String(line.dropFirst(4)))
            } else if blocks.last?.isEmpty == false {
                blocks.append([])
            }
        }
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    }

    /// A port at which nobody listened a moment ago.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(bound)
        return UInt16(bigEndian: address.sin_port)
    }
}
