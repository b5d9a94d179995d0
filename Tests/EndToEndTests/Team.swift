import Foundation
import TestSupport
import Testing

/// A lead and a tester with homes of their own on one server, and a small audit between them.
struct Team {
    let folder: TemporaryFolder
    let server: RunningServer
    let lead: Program
    let tester: Program

    static let environment = "android-talkback-phone-15"
    static let component = "Accounts/Account options"
    static let state = "\(component)@\(environment):expanded"

    init() throws {
        folder = try TemporaryFolder()
        server = try RunningServer(folder: folder.url)
        lead = Program.accord(home: folder.url.appending(path: "tomas"))
        tester = Program.accord(home: folder.url.appending(path: "maya"))
        try lead.succeed("init", "--name", "Tomas Berg")
        try tester.succeed("init", "--name", "Maya Lindqvist")
        try lead.succeed("join", server.address, server.invite("Tomas Berg"))
        try tester.succeed("join", server.address, server.invite("Maya Lindqvist"))
        try lead.succeed(
            "audit", "new", "Larkfield Mobile", "--build", "android=8.4.0", "--environment",
            Self.environment)
        try lead.succeed(
            "component", "add", "--screen", "Accounts", "--control", "menu", "--label",
            "Account options")
        try lead.succeed("sync")
        try lead.succeed("audit", "people", "add", "Maya Lindqvist", "--role", "tester")
        try lead.succeed("sync")
        try tester.succeed("sync")
    }

    /// A laptop of a further tester; `address` is her way to the server, nil for the straight one.
    func join(_ name: String, over address: String? = nil) throws -> Program {
        let home = name.lowercased().replacing(" ", with: "-")
        let laptop = Program.accord(home: folder.url.appending(path: home))
        try laptop.succeed("init", "--name", name)
        try laptop.succeed("join", address ?? server.address, server.invite(name))
        try lead.succeed("audit", "people", "add", name, "--role", "tester")
        try lead.succeed("sync")
        try laptop.succeed("sync")
        return laptop
    }

    /// The arguments that record one verdict.
    static func verdict(
        _ outcome: String, criterion: String = "state-open", state: String = "expanded",
        _ more: String...
    ) -> [String] {
        [
            "record", "--component", component, "--environment", environment, "--state", state,
            "--criterion", criterion, "--outcome", outcome,
        ] + more
    }

    /// How many of the program's own changes wait for the server.
    static func queue(of program: Program) throws -> Int {
        let status = try program.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        return try #require(audits.first?["unsent"] as? Int, "\(status)")
    }
}
