import Foundation
import TestSupport
import Testing

/// What README.md tells people to type, typed by three who have nothing yet.
struct ReadmeTests {
    /// As printed, each role in a home of its own; between them what people do with what they read.
    @Test func `the lines under "Use it" work as they are printed, for each role`() throws {
        let home = try TemporaryFolder()
        let administrator = try Self.blocks(under: "### An administrator")
        let lead = try Self.blocks(under: "### A lead")
        let tester = try Self.blocks(under: "### A tester")
        let others = try Self.blocks(under: "### A script")
        try #require(administrator.count == 1 && lead.count == 2)
        try #require(tester.count == 1 && others.count == 1)
        let port = try Self.freePort()
        let server = try Self.waiting(administrator[0])
        let invited = try Self.kept(lead[0])
        let script = """
            set -euo pipefail
            trap 'kill $(jobs -p); wait' EXIT
            enter() { mkdir -p "$folder/$1"; export HOME=$folder/$1; cd; }
            folder=$PWD
            enter server
            \(server)
            CODE=$(sed -n 's/.*accord join .* //p' invite)

            enter tomas
            \(invited)
            invite=$(sed -n 's/.*\\(http.*\\)/\\1/p' invite | head -n 1)

            enter maya
            \(Self.inBackground(tester[0]))
            until grep -q Workbench: said; do :; done
            address=$(sed -n 's/^Workbench: //p' said)
            curl -sf -c browser "$address"
            curl -sf -b browser --data-urlencode "name=Maya Lindqvist" \
                --data-urlencode "invite=$invite" -d go=join "${address%/enter*}/welcome"
            curl -sf -b browser "${address%/enter*}/audits" > page

            enter tomas
            printf '\\0\\0\\0\\24ftypqt  %064d' 0 > capture.mov
            \(lead[1])
            \(others[0])
            """
            .replacing(" CODE\n", with: " $CODE\n")
            .replacing("127.0.0.1:8080", with: "127.0.0.1:\(port)")
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
        func text(_ path: String) throws -> String {
            try String(contentsOf: home.url.appending(path: path), encoding: .utf8)
        }
        #expect(try text("tomas/findings.csv").contains("Focus is lost."))
        #expect(try text("maya/page").contains("Workbench, Maya Lindqvist"))
    }

    /// The server is there before anybody is invited, and what the invite prints is kept.
    private static func waiting(_ block: String) throws -> String {
        var lines = block.components(separatedBy: "\n")
        let invite = try #require(lines.firstIndex { $0.contains("accord-server invite") })
        lines[invite] = lines[invite].components(separatedBy: "#")[0] + "> ../invite"
        lines.insert("until curl -sf http://127.0.0.1:8080/ready > ready; do :; done", at: invite)
        return (lines + ["cd .."]).joined(separator: "\n")
    }

    /// What is invited to is kept, to be sent.
    private static func kept(_ block: String) throws -> String {
        var lines = block.components(separatedBy: "\n")
        let invite = try #require(lines.firstIndex { $0.contains("accord invite") })
        lines[invite] = lines[invite].components(separatedBy: "#")[0] + "> invite"
        return lines.joined(separator: "\n")
    }

    private static func inBackground(_ block: String) -> String {
        block.components(separatedBy: "#")[0] + "> said &"
    }

    /// The indented blocks of a section, without their indent.
    private static func blocks(under heading: String) throws -> [String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../README.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let parts = text.components(separatedBy: "\n\(heading)\n")
        try #require(parts.count == 2)
        let section = parts[1].components(separatedBy: "\n##")[0].components(separatedBy: "\n# ")[0]
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
