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

/// Ending a device in a browser, by a lead or by its owner.
@Suite(.timeLimit(.usual))
struct EndDevicePageTests {
    /// Lee's laptop, by which `WorkbenchFixture.hear` writes.
    private static let lees = ReplicaID(high: 7, low: 2)

    private func fixture(role: Role = .lead) throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        try fixture.join()
        try fixture.hear(.failed(.serious, .app))
        return fixture
    }

    @Test func `a lead ends another's device, and says no more than that`() async throws {
        let fixture = try fixture()
        let server = EndingServer()
        try await fixture.serve(server.settings) { browser in
            let browser = try await browser.entered()
            let address = Address.device(fixture.audit, Self.lees)
            let list = try await browser.get(Address.devices(fixture.audit)).text
            #expect(list.contains("href=\"\(address)\""))
            let page = try await browser.get(address).text
            #expect(page.contains("Never told of work to send"))
            #expect(page.contains("name=\"end\" value=\"retired\" checked"))
            // That it is lost is its owner's word.
            #expect(!page.contains("value=\"lost\"") && page.contains("is for its owner to say"))
            let lost = try await browser.post(address, ["end": "lost"])
            #expect(lost.status == .forbidden && server.asked.isEmpty)
            for end in ["", "gone", "Retired"] {
                let wrong = try await browser.post(address, ["end": end])
                #expect(wrong.status == .unprocessableContent)
            }
            #expect(server.asked.isEmpty)
            for _ in 1...2 {
                let done = try await browser.post(address, ["end": "retired"])
                #expect(done.status == .ok && done.text.contains("It has ended: retired"))
            }
            #expect(server.asked == [String](repeating: "\(Self.lees.hex) false", count: 2))
        }
    }

    @Test(arguments: [Role.tester, .reader])
    func `whoever does not lead ends her own, and no other`(role: Role) async throws {
        let fixture = try fixture(role: role)
        let server = EndingServer()
        try await fixture.serve(server.settings) { browser in
            let browser = try await browser.entered()
            let own = try fixture.client.whoami().replica
            let list = try await browser.get(Address.ownDevices(fixture.audit)).text
            #expect(list.contains("1 device.") && !list.contains("Lee Okafor"))
            #expect(!list.contains("Tokens for scripts"))
            let address = Address.device(fixture.audit, own)
            let page = try await browser.get(address).text
            #expect(page.contains("value=\"lost\"") && page.contains("This is the laptop"))
            let others = Address.device(fixture.audit, Self.lees)
            #expect(try await browser.get(others).status == .notFound)
            #expect(try await browser.post(others, ["end": "retired"]).status == .notFound)
            #expect(server.asked.isEmpty)
            let done = try await browser.post(address, ["end": "lost"])
            #expect(done.status == .ok && server.asked == ["\(own.hex) true"])
        }
    }

    @Test func `a device of no row, and of another audit, is not there`() async throws {
        let fixture = try fixture()
        let server = EndingServer()
        try await fixture.serve(server.settings) { browser in
            let browser = try await browser.entered()
            let nobodys = Address.device(fixture.audit, ReplicaID(high: 1, low: 1))
            #expect(try await browser.get(nobodys).status == .notFound)
            #expect(try await browser.post(nobodys, ["end": "retired"]).status == .notFound)
            let elsewhere = Address.device(AuditID(high: 1, low: 2), Self.lees)
            #expect(try await browser.get(elsewhere).status == .notFound)
            #expect(try await browser.post(elsewhere, ["end": "retired"]).status == .notFound)
            #expect(server.asked.isEmpty)
        }
    }

    @Test func `what the server refuses, or does not hear, ends nothing and says so`() async throws
    {
        let fixture = try fixture()
        let refusing = EndingServer(refusing: true)
        let address = Address.device(fixture.audit, Self.lees)
        try await fixture.serve(refusing.settings) { browser in
            let answer = try await browser.entered().post(address, ["end": "retired"])
            #expect(answer.status == .forbidden && answer.text.contains("It has not ended"))
            #expect(answer.text.contains("The server did not do it: not yours."))
        }
        let gone = RefusingServer(.unreachable(host: "a.example", detail: "no route"))
        var settings = WorkbenchSettings()
        settings.connect = { _ in gone.way(to: "") }
        try await fixture.serve(settings) { browser in
            let answer = try await browser.entered().post(address, ["end": "retired"])
            #expect(answer.text.contains("Ending a device needs the server."))
            #expect(answer.text.contains("value=\"retired\" checked"))
        }
    }
}

/// Ends whatever it is asked to, or refuses all of it.
private final class EndingServer: Transport {
    private let kept = Mutex<[String]>([])
    private let isRefusing: Bool

    init(refusing: Bool = false) { isRefusing = refusing }

    /// Which devices, each with whether it is lost.
    var asked: [String] { kept.withLock(\.self) }

    var settings: WorkbenchSettings {
        var settings = WorkbenchSettings()
        settings.connect = { [self] _ in self }
        return settings
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let version = HeaderField(ProtocolNames.versionHeader, "1")
        let name = request.path.split(separator: "/").last?.prefix { $0 != ":" } ?? ""
        guard request.path.hasSuffix(":retire"), !isRefusing else {
            return TransportResponse(
                status: 403, headers: [version],
                body: Problem(.notAllowed, detail: "not yours").json)
        }
        let isLost = String(decoding: request.body ?? [], as: UTF8.self).contains("true")
        kept.withLock { $0.append("\(name) \(isLost)") }
        let body = """
            {"replica": "\(name)", "person": "00", "personName": "Lee", "device": "laptop",
             "enrolled": "2026-11-01T00:00:00Z", "seen": null, "retired": "2026-11-27T00:00:00Z",
             "retirement": "\(isLost ? "lost" : "retired")"}
            """
        return TransportResponse(status: 200, headers: [version], body: [UInt8](body.utf8))
    }
}
