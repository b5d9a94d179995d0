import Foundation
import TestSupport
import Testing

/// What `scripts/install` puts beside the programs, made from what they say of themselves.
struct InstallTests {
    @Test func `every command has a manual page and every shell its completions`() throws {
        let folder = try TemporaryFolder()
        let install = Process()
        install.executableURL = URL(filePath: "/bin/bash")
        install.arguments = [
            URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../scripts/install").standardizedFileURL.path,
            folder.url.path,
        ]
        install.environment = ProcessInfo.processInfo.environment.merging([
            "ACCORD_PROGRAMS": Program.folder.path, "DESTDIR": "",
        ]) { $1 }
        install.standardOutput = FileHandle.nullDevice
        try install.run()
        install.waitUntilExit()
        try #require(install.terminationStatus == 0)

        let files = try Set(FileManager.default.subpathsOfDirectory(atPath: folder.url.path))
        for program in ["accord", "accord-server"] {
            #expect(files.contains("share/bash-completion/completions/\(program)"))
            #expect(files.contains("share/zsh/site-functions/_\(program)"))
            #expect(files.contains("share/fish/vendor_completions.d/\(program).fish"))
        }
        let help = try Program.accord(home: nil).succeed("help").out
        let list = try #require(help.range(of: "SUBCOMMANDS:\n"))
        let commands = help[list.upperBound...].split(separator: "\n").filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("   ")
        }.compactMap { $0.split(separator: " ").first }
        #expect(commands.count > 20)
        for command in commands where command != "See" {
            #expect(files.contains("share/man/man1/accord-\(command).1"), "\(command)")
        }
        let page = try String(
            contentsOf: folder.url.appending(path: "share/man/man1/accord-record.1"),
            encoding: .utf8)
        #expect(page.hasPrefix(".TH \"ACCORD-RECORD\" 1"))
        #expect(page.contains(#"\fB\-\-criterion\fR"#))
    }
}
