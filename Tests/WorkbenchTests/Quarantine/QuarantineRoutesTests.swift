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
        try fixture.join()
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
            #expect(page.contains("beside: Failed (Maya Lindqvist)"))
            #expect(page.components(separatedBy: "name=\"pick.").count == 31)
            #expect(page.contains(">Passed<"))
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
        try await fixture.serve(server.settings) { browser in
            let browser = try await browser.entered()
            let address = Address.quarantine(fixture.audit)
            let waiting = { try fixture.client.store.quarantine.waiting(fixture.audit) }
            // What would be done is shown, each of them, and nothing is done yet.
            let shown = try await browser.post(address, ["do": "plain"])
            #expect(shown.status == .ok && shown.text.contains("Adopt 20 changes"))
            #expect(try waiting().count == 30 && server.asked.isEmpty)
            let plain = items.filter { $0.look == nil }
            #expect(plain.allSatisfy { shown.text.contains("\($0.id) \($0.code)") })
            let done = try await browser.post(address, Self.form("adopt-now", plain))
            #expect(done.status == .ok)
            #expect(done.text.contains("19 changes settled, 1 left as they are"), "\(done.text)")
            #expect(done.text.contains("Accounts/Menu 3: The server did not do it: no."))
            #expect(try waiting().count == 11)
            // Sent twice: nothing is done a second time, and each is named.
            let again = try await browser.post(address, Self.form("adopt-now", plain))
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains("Accounts/Menu 0: Tomas Berg has adopted it already."))
            let looked = try waiting().filter { $0.adoptable && $0.id != items[3].id }
            let adopted = try await browser.post(address, Self.form("adopt-now", looked))
            #expect(adopted.status == .seeOther)
            // Each needed a look, and was shown.
            #expect(looked.allSatisfy { server.asked.contains("\($0.id):adopt true") })
            let rest = try waiting()
            let discarded = try await browser.post(
                address, Self.form("discard-now", rest, reason: "Decided anew."))
            #expect(discarded.status == .seeOther)
            #expect(try waiting().isEmpty)
            let after = try await browser.get(address + "?done=\(rest.count)").text
            #expect(after.contains("Nothing waits.") && after.contains("changes settled"))
        }
    }

    @Test func `what is refused comes back as it was ticked and typed`() async throws {
        let fixture = try fixture()
        let items = Self.items(of: fixture.audit)
        let server = SettlingServer(items, refusing: items[3].id)
        try await fixture.serve(server.settings) { browser in
            let browser = try await browser.entered()
            let address = Address.quarantine(fixture.audit)
            func refused(
                _ form: [String: String], _ words: String, by status: HTTPResponse.Status
            ) async throws -> String {
                let answer = try await browser.post(address, form)
                #expect(answer.status == status && answer.text.contains(words), "\(words)")
                return answer.text
            }
            let reason = "لأنها مكررة <b>"
            let kept = "لأنها مكررة &lt;b&gt;"
            _ = try await refused(
                ["do": "discard", "reason": reason], "Tick changes first.",
                by: .unprocessableContent)
            let first = ["do": "discard", "pick.0": items[28].id, "reason": reason]
            let preview = try await browser.post(address, first)
            #expect(preview.status == .ok && preview.text.contains(kept))
            #expect(preview.text.contains("Discard it"))
            for bare in ["", " "] {
                let text = try await refused(
                    Self.form("discard-now", [items[28]], reason: bare), "Say why",
                    by: .unprocessableContent)
                #expect(text.contains("\(items[28].id) \(items[28].code)"))
            }
            let long = String(repeating: "x", count: 17 << 10)
            let longest = try await refused(
                Self.form("discard-now", [items[28]], reason: long), "shorten it",
                by: .unprocessableContent)
            #expect(longest.contains(long))
            // Nobody adopts what cannot be, and it says why.
            _ = try await refused(
                ["do": "adopt", "pick.0": items[28].id], "it cannot be adopted",
                by: .unprocessableContent)
            let mixed = try await browser.post(
                address, ["do": "adopt", "pick.0": items[28].id, "pick.1": items[0].id])
            #expect(mixed.status == .ok && mixed.text.contains("Accounts/Menu 28: it cannot be"))
            // Of another audit, gone, or made up.
            let strange = Hash256(of: [99]).hex
            _ = try await refused(
                ["do": "adopt", "pick.0": strange], "it is not in the list any more",
                by: .unprocessableContent)
            _ = try await refused(
                ["do": "adopt-now", "pick.0": strange], "keeps nothing with this id",
                by: .unprocessableContent)
            let many = (0..<501).map { ("pick.\($0)", Hash256(of: Array("\($0)".utf8)).hex) }
            for act in ["discard", "discard-now"] {
                var form = Dictionary(uniqueKeysWithValues: many)
                form["do"] = act
                form["reason"] = reason
                let text = try await refused(
                    form, "501 changes are too many at once", by: .unprocessableContent)
                #expect(text.contains(kept))
            }
            for act in ["", "adopt-all", "toString"] {
                let answer = try await browser.post(address, ["do": act])
                #expect(answer.status == .unprocessableContent)
            }
            #expect(server.asked.isEmpty)
            #expect(try fixture.client.store.quarantine.waiting(fixture.audit).count == 30)
        }
    }

    @Test func `what a lead has not seen is not adopted, and another lead stays right`()
        async throws
    {
        let fixture = try fixture()
        let items = Self.items(of: fixture.audit)
        let server = SettlingServer(items, refusing: "")
        server.settle(items[1].id, .discarded)
        try await fixture.serve(server.settings) { browser in
            let browser = try await browser.entered()
            let done = try await browser.post(
                Address.quarantine(fixture.audit),
                [
                    "do": "adopt-now", "pick.0": "\(items[0].id) 0123456789abcdef",
                    "pick.1": "\(items[1].id) \(items[1].code)",
                    "pick.2": "\(items[2].id) \(items[2].code)",
                ])
            #expect(done.text.contains("1 change settled, 2 left as they are"), "\(done.text)")
            #expect(done.text.contains("Accounts/Menu 0: It would do something else now"))
            #expect(done.text.contains("Accounts/Menu 1: Tomas Berg has discarded it already."))
            #expect(server.asked == ["\(items[2].id):adopt false"])
            // The list is the server's by now.
            #expect(try fixture.client.store.quarantine.waiting(fixture.audit).count == 28)
        }
    }

    @Test(arguments: [Role.tester, .reader])
    func `whoever does not lead settles nothing`(role: Role) async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        try fixture.join()
        let items = Self.items(of: fixture.audit)
        let server = SettlingServer(items, refusing: "")
        try await fixture.serve(server.settings) { browser in
            let browser = try await browser.entered()
            for act in ["plain", "adopt", "adopt-now", "discard-now"] {
                let answer = try await browser.post(
                    Address.quarantine(fixture.audit), Self.form(act, items, reason: "Mine."))
                #expect(answer.status == .forbidden)
            }
            #expect(server.asked.isEmpty)
        }
    }

    @Test func `without the server nothing is settled, and what was typed stays`() async throws {
        let fixture = try fixture()
        let items = Self.items(of: fixture.audit)
        var settings = WorkbenchSettings()
        let server = RefusingServer(.unreachable(host: "a.example", detail: "no route"))
        settings.connect = { _ in server.way(to: "") }
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            let address = Address.quarantine(fixture.audit)
            // What would be done is shown without it.
            let shown = try await browser.post(address, ["do": "adopt", "pick.0": items[0].id])
            #expect(shown.status == .ok)
            let form = Self.form("discard-now", Array(items[0..<3]), reason: "Recorded twice.")
            let answer = try await browser.post(address, form)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("need the server"))
            #expect(answer.text.contains("Recorded twice."))
            #expect(answer.text.contains("\(items[2].id) \(items[2].code)"))
            #expect(try fixture.client.store.quarantine.waiting(fixture.audit).count == 30)
        }
    }

    /// What the page before sends.
    private static func form(
        _ act: String, _ items: [QuarantinedItem], reason: String? = nil
    ) -> [String: String] {
        var form = ["do": act]
        form["reason"] = reason
        for (number, item) in items.enumerated() {
            form["pick.\(number)"] = "\(item.id) \(item.code)"
        }
        return form
    }
}

/// Settles whatever is asked, but for one item.
private final class SettlingServer: Transport {
    private struct Kept {
        var items: [QuarantinedItem]
        var asked: [String] = []
    }

    private let kept: Mutex<Kept>
    private let refused: String

    init(_ items: [QuarantinedItem], refusing refused: String) {
        kept = Mutex(Kept(items: items))
        self.refused = refused
    }

    /// What was settled or tried, and whether the lead had looked.
    var asked: [String] { kept.withLock(\.asked) }

    var settings: WorkbenchSettings {
        var settings = WorkbenchSettings()
        settings.connect = { [self] _ in self }
        return settings
    }

    func settle(_ id: String, _ kind: Resolution.Kind) {
        kept.withLock { kept in
            guard let index = kept.items.firstIndex(where: { $0.id == id }) else { return }
            let item = kept.items[index]
            kept.items[index] = QuarantinedItem(
                id: item.id, sequence: item.sequence, key: item.key, record: item.record,
                reason: item.reason, author: item.author, by: item.by, device: item.device,
                deviceName: item.deviceName, fingerprint: item.fingerprint, carrier: item.carrier,
                n: item.n, received: item.received, written: item.written, writes: item.writes,
                adoptable: item.adoptable, look: item.look,
                settled: QuarantinedItem.Resolution(
                    kind: kind, by: QuarantinedItem.Person(id: "02", name: "Tomas Berg"),
                    at: Date(unixMilliseconds: 0), reason: ""))
        }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let version = HeaderField(ProtocolNames.versionHeader, "1")
        if request.method == .get {
            let isWhole = !request.path.contains("waiting=true")
            let items = kept.withLock(\.items).filter { isWhole || $0.settled == nil }
            let body = (try? encoder.encode(items)).map { [UInt8]($0) } ?? []
            return TransportResponse(status: 200, headers: [version], body: body)
        }
        let items = kept.withLock(\.items)
        guard let item = items.first(where: { request.path.contains($0.id) }),
            item.id != refused || request.path.hasSuffix(":discard")
        else {
            return TransportResponse(
                status: 403, headers: [version], body: Problem(.notAllowed, detail: "no").json)
        }
        let isAdopting = request.path.hasSuffix(":adopt")
        let looked = String(decoding: request.body ?? [], as: UTF8.self).contains("true")
        kept.withLock {
            $0.asked.append("\(item.id):\(isAdopting ? "adopt \(looked)" : "discard")")
        }
        settle(item.id, isAdopting ? .adopted : .discarded)
        let body = (try? encoder.encode(item)).map { [UInt8]($0) } ?? []
        return TransportResponse(status: 200, headers: [version], body: body)
    }
}
