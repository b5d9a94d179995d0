import Foundation
import Testing

/// A folder with the control that docs/catalogue.md writes down as its example.
struct OwnCatalogue {
    let folder: URL
    let yaml: String

    static let state = "Home/Your rating@ios-voiceover-phone-18:enabled"

    init(in folder: URL) throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/catalogue.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(
            separatedBy: "```yaml\n")
        yaml = try #require(blocks.dropFirst().first?.components(separatedBy: "```").first)
        self.folder = folder
        try Self.write(yaml, to: folder)
    }

    static func write(_ yaml: String, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try yaml.write(
            to: folder.appending(path: "own.yaml"), atomically: true, encoding: .utf8)
    }

    /// Begins an audit of one rating bar that pins this catalogue, with testers beside the lead.
    func plan(by lead: Program, _ testers: [String]) throws {
        try lead.succeed(
            "audit", "new", "Harbour", "--environment", "ios-voiceover-phone-18", "--catalogue",
            folder.path)
        let audit = ["--audit", "Harbour"]
        try lead.succeed(
            ["component", "add", "--screen", "Home", "--control", "rating-bar"]
                + ["--label", "Your rating"] + audit)
        try lead.succeed("sync", "--all")
        for name in testers {
            try lead.succeed(["audit", "people", "add", name, "--role", "tester"] + audit)
        }
        try lead.succeed("sync", "--all")
    }

    static func verdict(_ outcome: String, _ criterion: String, _ more: String...) -> [String] {
        [
            "record", "--component", "Home/Your rating", "--environment", "ios-voiceover-phone-18",
            "--state", "enabled", "--criterion", criterion, "--outcome", outcome, "--audit",
            "Harbour",
        ] + more
    }
}
