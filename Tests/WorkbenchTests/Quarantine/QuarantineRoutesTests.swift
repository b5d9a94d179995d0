import Client
import Foundation
import HTTPClient
import HTTPTypes
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// What was set aside, looked through and settled by a lead in the browser.
@Suite(.timeLimit(.usual))
struct QuarantineRoutesTests {
    private static let plainCount = 20

    /// Thirty items of every kind: twenty that need no look, and ten that do.
    private static func items(of audit: AuditID) -> [QuarantinedItem] {
        (0..<30).map { index in
            let isUnplaced = (20..<24).contains(index)
            let isAdoptable = index < 26
            return QuarantinedItem(
                id: Hash256(of: [UInt8(index)]).hex, sequence: UInt64(index + 1),
                key: RecordKey.plan(audit).bytes.hex, record: "Accounts/Menu \(index)",
                reason: "not-allowed: readers record nothing",
                author: QuarantinedItem.Person(id: "00", name: "Lee <Okafor>"), by: nil,
                device: "00ff00ff00ff00ff", deviceName: "laptop",
                fingerprint: isUnplaced ? "4D0E-4F4B" : nil,
                carrier: isUnplaced
                    ? QuarantinedItem.Person(id: "01", name: "Mallory Fox") : nil,
                n: 1, received: Date(unixMilliseconds: 0), written: nil,
                writes: [
                    QuarantinedItem.Write(
                        field: "menu.ios.state-open/judgement", value: "passed", replaces: [],
                        beside: index == 24 ? ["failed (Maya Lindqvist)"] : [])
                ], adoptable: isAdoptable,
                look: index < plainCount ? nil : "nobody adopts it unseen", settled: nil)
        }
    }

    private func fixture() throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.client.store.quarantine.keep(
            Self.items(of: fixture.audit), of: fixture.audit, stamp: 1, at: Date())
        var identity = try fixture.client.identity()
        identity.server = Identity.Enrolment(
            address: "https://a.example", token: "secret", replica: identity.replica.hex,
            certificateAuthority: nil, allowsPlainHTTP: false)
        try identity.write(fixture.client.home)
        return fixture
    }

    @Test func `a lead's page lists all of it, and the audit and news lead there`() async throws {
        let fixture = try fixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.quarantine(fixture.audit)
            let page = try await browser.get(address).text
            #expect(page.components(separatedBy: "Look first:").count == 11)
            #expect(page.contains("Lee &lt;Okafor&gt;"))
            #expect(page.contains("4D0E-4F4B, brought by Mallory Fox"))
            #expect(page.contains("beside: failed (Maya Lindqvist)"))
            #expect(page.components(separatedBy: "name=\"act\" value=\"adopt\"").count == 27)
            let news = try await browser.get(Address.news(fixture.audit)).text
            #expect(news.contains(address) && news.contains("waits for the leads"))
            #expect(try await browser.get(Address.audit(fixture.audit)).text.contains(address))
        }
    }

    @Test func `testers see none of it`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        try fixture.client.store.quarantine.keep(
            Self.items(of: fixture.audit), of: fixture.audit, stamp: 1, at: Date())
        try await fixture.serve { browser in
            let page = try await browser.entered().get(Address.quarantine(fixture.audit)).text
            #expect(!page.contains("Okafor&gt;") && page.contains("Only leads settle it"))
        }
    }

    @Test func `all thirty are worked through, and one that fails stops none`() async throws {
        let fixture = try fixture()
        let items = Self.items(of: fixture.audit)
        let server = SettlingServer(items, refusing: items[3].id)
        var settings = WorkbenchSettings()
        settings.connect = { _ in server }
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            let address = Address.quarantine(fixture.audit)
            let all = try await browser.post(address, ["act": "all"]).text
            #expect(all.contains("19 changes adopted. 1 change left as they are"), "\(all)")
            let waiting = { try fixture.client.store.quarantine.waiting(fixture.audit) }
            #expect(try waiting().count == 11)
            let bare = try await browser.post(
                address, ["act": "discard", "item": items[28].id, "reason": " "])
            #expect(bare.status == .unprocessableContent)
            #expect(try waiting().count == 11)
            for item in try waiting() {
                let form =
                    item.adoptable && item.id != items[3].id
                    ? ["act": "adopt", "item": item.id]
                    : ["act": "discard", "item": item.id, "reason": "Decided anew."]
                #expect(try await browser.post(address, form).status == .ok)
            }
            #expect(try waiting().isEmpty)
            #expect(try await browser.get(address).text.contains("Nothing waits."))
        }
    }

    @Test func `without the server nothing is settled, and the list stays`() async throws {
        let fixture = try fixture()
        let items = Self.items(of: fixture.audit)
        var settings = WorkbenchSettings()
        let server = RefusingServer(.unreachable(host: "a.example", detail: "no route"))
        settings.connect = { _ in server.way(to: "") }
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                Address.quarantine(fixture.audit), ["act": "adopt", "item": items[0].id])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("need the server"))
            #expect(try fixture.client.store.quarantine.waiting(fixture.audit).count == 30)
        }
    }
}

/// Settles whatever is asked, but for one item.
private final class SettlingServer: Transport {
    private let items: [QuarantinedItem]
    private let refused: String

    init(_ items: [QuarantinedItem], refusing refused: String) {
        self.items = items
        self.refused = refused
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let item = items.first { request.path.contains($0.id) }
        let version = HeaderField(ProtocolNames.versionHeader, "1")
        guard let item, item.id != refused || request.path.hasSuffix(":discard") else {
            return TransportResponse(
                status: 403, headers: [version], body: Problem(.notAllowed, detail: "no").json)
        }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let body = (try? encoder.encode(item)).map { [UInt8]($0) } ?? []
        return TransportResponse(status: 200, headers: [version], body: body)
    }
}
