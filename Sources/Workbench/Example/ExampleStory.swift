import Client
import Foundation
import Presentation
import Reading
import Shared
import Site
import Storage

/// The week of the Larkfield audit, up to where the lead has to decide.
struct ExampleStory {
    let catalogue: Catalogue
    let tomas: AuditClient
    let audit: AuditID
    private let maya: AuditClient
    private let lee: AuditClient
    private let folder: URL

    init(in folder: URL) throws {
        self.folder = folder
        let catalogue = try Catalogue.read(folder: nil)
        self.catalogue = catalogue
        tomas = try Self.laptop(of: "Tomas Berg", in: folder)
        maya = try Self.laptop(of: "Maya Lindqvist", in: folder)
        lee = try Self.laptop(of: "Lee Okafor", in: folder)
        let environments = try ["ios-voiceover-phone-18", "android-talkback-phone-15"]
            .map { try catalogue.environment($0) }
        audit = try tomas.catalogues.begin(
            "Larkfield Mobile", with: catalogue, builds: ["ios": "8.4.0", "android": "8.4.0"],
            environments: environments)
        try plan()
        try test()
    }

    private static func laptop(of name: String, in folder: URL) throws -> AuditClient {
        let path = folder.appending(path: name.lowercased().prefix { $0 != " " }).path
        return try AuditClient.create(
            ClientHome(home: path, state: nil, environment: [:]), name: name)
    }

    /// Five components with all of their states, and a team.
    private func plan() throws {
        let lines = try Self.text(of: "components.csv").split(separator: "\n")
        let drafts = try lines.map { line in
            let cells = line.split(separator: ",").map(String.init)
            let control = try catalogue.control(named: cells[1])
            return Drafts.component(
                audit, screen: cells[0], control: control.id, label: cells[2], ordinal: 1,
                states: control.platforms.flatMap { platform in
                    platform.states.map { (platform: platform.id, state: $0.id) }
                })
        }
        try tomas.save(drafts, in: audit)
        let team = try [maya, lee].flatMap { laptop in
            let person = try laptop.whoami()
            return Drafts.person(person.person, name: person.personName, role: .tester)
        }
        try tomas.savePlan(team, of: tomas.view(audit))
    }

    /// What both testers found, without having seen each other's; two of it differ.
    private func test() throws {
        try tomas.hand(audit, to: maya, in: folder)
        try record("before.ndjson", by: maya)
        try maya.hand(audit, to: lee, in: folder)
        try record("maya.ndjson", by: maya)
        try record("lee.ndjson", by: lee)
        try testRest(of: "Transactions/Transaction details", by: maya)
        try testRest(of: "Transfer/Confirm transfer", by: lee)
        try remark()
        let view = try maya.view(audit)
        try maya.withdrawals.withdraw(
            view.component(named: "Cards/Card in use"), reason: "Not in build 8.4.0.", in: view)
        try maya.hand(audit, to: tomas, in: folder)
        try lee.hand(audit, to: tomas, in: folder)
    }

    private func record(_ file: String, by tester: AuditClient) throws {
        _ = try tester.recording.record(
            rows: Array(Self.text(of: file).utf8), as: .ndjson, in: tester.view(audit),
            catalogue: catalogue)
    }

    private func remark() throws {
        let view = try lee.view(audit)
        let state = "Accounts/Account options@android-talkback-phone-15:expanded"
        let item = try view.item(view.state(named: state))
        try lee.recording.comment(
            "Heard it after the second try, with the volume up.",
            on: item.finding(named: "state-open").criterion, of: item, in: view)
    }

    /// Judges what nobody has judged yet of a component: most of it passes.
    private func testRest(of component: String, by tester: AuditClient) throws {
        let view = try tester.view(audit)
        var filter = AuditFilter()
        filter.add(try view.component(named: component))
        let open = try view.untested(catalogue, matching: filter).flatMap { item in
            item.criteria.map { (item.place, $0.id) }
        }
        let encoder = JSONEncoder()
        var rows: [UInt8] = []
        for (index, (place, criterion)) in open.enumerated() {
            var row = Row(place, criterion, in: view)
            switch index % 25 {
            case 7, 12, 19:
                row.outcome = "failed"
                row.note = "Noticed on the second device as well."
            case 15: row.outcome = "cantTell"
            case 22: row.outcome = "inapplicable"
            default: row.outcome = "passed"  // open set: all other numbers
            }
            rows += try encoder.encode(row) + [UInt8(ascii: "\n")]
        }
        _ = try tester.recording.record(
            rows: rows, as: .ndjson, in: view, catalogue: catalogue)
    }

    /// A row as exports have it.
    private struct Row: Encodable {
        let screen: String
        let control: String
        let label: String
        let environment: String
        let state: String
        let criterion: String
        var outcome = ""
        var note: String?

        init(_ place: StatePlace, _ criterion: String, in view: AuditView) {
            screen = place.component.screen
            label = place.component.label
            control = place.component.control
            environment = view.environmentName(place.id.environment)
            state = place.id.state
            self.criterion = criterion
        }
    }

    /// A file of config/demo, as the program carries it.
    private static func text(of name: String) throws -> String {
        guard let file = EmbeddedExampleFiles.all.first(where: { $0.path.hasSuffix("/\(name)") })
        else { throw AuditError.notFound(what: "file of the example", name: name, known: []) }
        return file.content.description
    }
}

extension AuditClient {
    /// Hands all that a laptop has of an audit to another one, which accepts whoever it is from.
    fileprivate func hand(_ audit: AuditID, to other: AuditClient, in folder: URL) throws {
        let path = folder.appending(path: "handed.bundle").path
        defer { try? DurableFolder.remove(path) }
        _ = try bundles.exportBundle(
            audit, to: path, withEvidence: false, program: "Accord", at: now)
        for chain in try other.bundles.importBundle(from: path).taken.apart {
            _ = try other.store.devices.accept(chain.fingerprint, at: now)
        }
    }
}
