import Client
import Foundation
import HTTPTypes
import Presentation
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// What open pages are told while they are open.
@Suite(.timeLimit(.usual))
struct EventRoutesTests {
    @Test func `what is saved in one tab is told to the others`() async throws {
        let fixture = try WorkbenchFixture()
        let path = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: path)
            var news = browser.site.broadcast.read().makeAsyncIterator()
            let form = ["context": context, "outcome.menu.android.state-open": "passed"]
            _ = try await browser.post(path, form)
            let first = await news.next()
            #expect(first?.kind == .saved)
            #expect(first?.audit == fixture.audit)
        }
    }

    @Test func `a change that waits shows in the chip`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let told = try await browser.events(fixture.audit, page: "/audits") {
                try fixture.client.save(
                    [Drafts.policy(fixture.audit, Policy(rules: []))], in: fixture.audit)
                browser.site.broadcast.post(EventBroadcast.Event(.saved, of: fixture.audit))
            }
            #expect(told.map(\.chip).compactMap(\.self).last == "3 to send")
            #expect(told.map(\.chipAside).compactMap(\.self).last == "Saved on this laptop, ")
            #expect(told.first?.mark != nil)
            #expect(told.allSatisfy { $0.notice == nil })
        }
    }

    @Test func `the page of a state is told what somebody else wrote there`() async throws {
        let fixture = try WorkbenchFixture()
        let path = try fixture.statePage()
        let lee = try SecondLaptop(of: fixture)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let told = try await browser.events(fixture.audit, page: path) {
                try lee.judge("Accounts/Account options@android-talkback-phone-15:expanded")
                try lee.hand(to: fixture.client)
                browser.site.broadcast.post(
                    EventBroadcast.Event(.synced(arrived: 1), of: fixture.audit))
                browser.site.broadcast.post(
                    EventBroadcast.Event(.synced(arrived: 0), of: fixture.audit))
            }
            // At its criterion, and on no line above the form, which would move what is read.
            let words = told.compactMap(\.words)
            #expect(words.map { Array($0.keys) } == [["state-open"]])
            #expect(words.first?["state-open"]?.contains("Lee Okafor") == true)
            #expect(told.compactMap(\.notice).isEmpty)
            #expect(told.compactMap(\.says).count == 1)
            // A page that listens again is told again what it does not show yet, and no more.
            let again = try await browser.events(
                fixture.audit, page: path, since: told.first?.mark ?? ""
            ) {
                browser.site.broadcast.post(
                    EventBroadcast.Event(.synced(arrived: 0), of: fixture.audit))
            }
            #expect(again.compactMap(\.words).count == 1)
            let anew = try await browser.events(fixture.audit, page: path) {
                browser.site.broadcast.post(
                    EventBroadcast.Event(.synced(arrived: 0), of: fixture.audit))
            }
            #expect(anew.compactMap(\.words).isEmpty)
        }
    }

    @Test func `nothing new is nothing told`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let told = try await browser.events(
                fixture.audit, page: Address.audit(fixture.audit)
            ) {
                browser.site.broadcast.post(EventBroadcast.Event(.synced(arrived: 0)))
            }
            #expect(told.count == 1)
        }
    }

    @Test func `an audit that is not here has no events`() async throws {
        try await WorkbenchFixture().serve { browser in
            let other = "/audits/00000000000000000000000000000000/events"
            let answer = try await browser.entered().get(other)
            #expect(answer.status == .notFound)
        }
    }
}

extension TestBrowser {
    /// Listens as a page, until what was to happen has happened and was told.
    fileprivate func events(
        _ audit: AuditID, page: String, since: String = "",
        while happening: () async throws -> Void
    ) async throws -> [Told] {
        let query = "?page=\(Address.escaped(page))&since=\(Address.escaped(since))"
        let before = site.broadcast.readers
        async let answer = get(Address.events(audit) + query)
        try await waiting { site.broadcast.readers != before }
        // On the site's queue, behind the look that the page began with.
        try await site.run { _ in }
        try await happening()
        site.broadcast.dismiss()
        return try await answer.text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("data: ") else { return nil }
            return try JSONDecoder().decode(Told.self, from: Data(line.dropFirst(6).utf8))
        }
    }
}

/// What a page is told, as tests read it.
private struct Told: Decodable {
    let mark: String?
    let chip: String?
    let chipAside: String?
    let state: String?
    let notice: String?
    let words: [String: String]?
    let says: String?
}

/// Lee's laptop, which meets Maya's without a server.
private struct SecondLaptop {
    private let client: AuditClient
    private let audit: AuditID
    private let catalogue: Catalogue
    private let folder: TemporaryFolder

    init(of fixture: WorkbenchFixture) throws {
        folder = try TemporaryFolder(preferMemory: true)
        audit = fixture.audit
        catalogue = fixture.catalogue
        client = try AuditClient.create(
            ClientHome(home: folder.url.appending(path: "home").path, state: nil, environment: [:]),
            name: "Lee Okafor")
        let lee = try client.whoami()
        try fixture.client.save(
            [
                RecordDraft(
                    key: .plan(audit), act: .plan,
                    edits: Drafts.person(lee.person, name: lee.personName, role: .tester))
            ], in: audit)
        try Self.carry(audit, from: fixture.client, to: client, by: folder)
    }

    func judge(_ state: String) throws {
        let view = try client.view(audit)
        let id = try view.state(named: state)
        var entry = FindingEntry()
        entry.criterion = "state-open"
        entry.outcome = .failed
        let item = try view.item(id)
        _ = try client.recording.saveForm(
            [entry], on: id, in: view, catalogue: catalogue,
            showing: FormContext(showing: item.record))
    }

    func hand(to other: AuditClient) throws {
        try Self.carry(audit, from: client, to: other, by: folder)
    }

    private static func carry(
        _ audit: AuditID, from: AuditClient, to: AuditClient, by folder: TemporaryFolder
    ) throws {
        let path = folder.url.appending(path: UUID().uuidString).path
        _ = try from.bundles.exportBundle(
            audit, to: path, withEvidence: false, program: "test", at: from.now)
        for device in try to.bundles.importBundle(from: path).taken.apart {
            _ = try to.store.devices.accept(device.fingerprint, at: to.now)
        }
    }
}
