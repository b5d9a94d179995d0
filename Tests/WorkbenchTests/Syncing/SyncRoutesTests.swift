import Client
import Foundation
import HTTPClient
import HTTPTypes
import Presentation
import Publishing
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// The sync page, and what keeps audits in step beside it.
@Suite(.timeLimit(.usual))
struct SyncRoutesTests {
    @Test func `a laptop without a server is told how to get one`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let page = try await browser.entered().get(Address.sync(fixture.audit)).text
            #expect(page.contains("This laptop has joined no server yet"))
            #expect(page.contains("Changes to send: 2"))
            #expect(!page.contains("Sync now"))
        }
    }

    @Test func `without a network everything is saved and the next attempt has a time`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.join()
        try await fixture.serve(.syncing(.unreachable(host: "a.example", detail: "no"))) {
            browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(Address.sync(fixture.audit), [:])
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == Address.sync(fixture.audit))
            let page = try await browser.get(Address.sync(fixture.audit)).text
            #expect(page.contains("The server cannot be reached"))
            #expect(page.contains("Everything is saved on this laptop"))
            #expect(page.contains("Next attempt at "))
            #expect(page.contains("https://a.example"))
        }
    }

    @Test func `what is no Accord server is called that`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.join()
        try await fixture.serve(.syncing(.notOurServer(detail: "a sign-in page"))) {
            browser in
            let browser = try await browser.entered()
            _ = try await browser.post(Address.sync(fixture.audit), [:])
            let page = try await browser.get(Address.sync(fixture.audit)).text
            #expect(page.contains("What answers is not your Accord server"))
            #expect(page.contains("a sign-in page"))
        }
    }

    @Test func `a save does not wait for a server that keeps silent`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.join()
        let path = try fixture.statePage()
        var settings = WorkbenchSettings.syncing(nil)
        settings.pace.patience = .milliseconds(1)
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(Address.sync(fixture.audit), [:])
            #expect(browser.laptop.sync.status(of: fixture.audit).trouble == nil)
            let context = try await browser.context(of: path)
            let answer = try await browser.post(
                path, ["context": context, "outcome.menu.android.state-open": "passed"],
                isScript: true
            ).answer()
            #expect(answer.isSaved == true)
        }
    }

    @Test func `another program that syncs is let go on`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.join()
        let lock = try SyncLock(fixture.client.home)
        try await fixture.serve(.syncing(.timedOut)) { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(Address.sync(fixture.audit), [:])
            let page = try await browser.get(Address.sync(fixture.audit)).text
            #expect(page.contains("Another Accord program syncs this laptop"))
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `without the background a page still syncs when asked to`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.join()
        var settings = WorkbenchSettings.syncing(
            .unreachable(host: "a.example", detail: "no route"))
        settings.syncsInBackground = false
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            let before = try await browser.get(Address.sync(fixture.audit)).text
            #expect(before.contains("It is sent when you sync"))
            _ = try await browser.post(Address.sync(fixture.audit), [:])
            let after = try await browser.get(Address.sync(fixture.audit)).text
            #expect(after.contains("The server cannot be reached"))
            #expect(after.contains("Sync again when you want to try"))
        }
    }

    @Test func `what a lead discarded is listed with the reason, and asks for nothing`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.record(.passed)
        let dot = try fixture.setAside(because: "not-allowed: readers record nothing")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let before = try await browser.get(Address.sync(fixture.audit)).text
            #expect(before.contains("The server sent back one change"))
            #expect(!before.contains("Discarded by"))
            try fixture.hear(
                Resolution(
                    .discarded, by: WorkbenchFixture.lee, at: .now, reason: "Recorded twice."),
                of: dot)
            let after = try await browser.get(Address.sync(fixture.audit)).text
            #expect(!after.contains("The server sent back"))
            #expect(after.contains("not-allowed: readers record nothing"))
            #expect(after.contains(": Recorded twice."))
            #expect(after.contains("Discarded by "))
        }
    }

    @Test(arguments: ["csv", "ndjson"])
    func `an export is what the command writes`(format: String) async throws {
        let fixture = try WorkbenchFixture()
        let path = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: path)
            _ = try await browser.post(
                path, ["context": context, "outcome.menu.android.state-open": "failed"])
            let bytes = Mutex<[UInt8]>([])
            let query = try ExportQuery([("format", format)])
            let view = try fixture.client.view(fixture.audit)
            _ = try fixture.client.queries.export(
                query, of: view, besides: CatalogueLoader.embedded()
            ) { piece in bytes.withLock { $0 += piece } }
            let file = try await browser.get(Address.export(fixture.audit, format))
            #expect(file.bytes == bytes.withLock { $0 })
            #expect(file.headers[.contentType] == query.export.mediaType)
            #expect(
                file.headers[.contentDisposition]
                    == "attachment; filename=\"larkfield-mobile.\(format)\"")
        }
    }

    @Test func `an export that there is not is a page that there is not`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.get(Address.export(fixture.audit, "pdf"))
            #expect(answer.status == .notFound)
        }
    }
}

extension WorkbenchSettings {
    /// A workbench whose requests to the server all fail, or with nil are never answered.
    fileprivate static func syncing(_ failure: TransportError?) -> WorkbenchSettings {
        var settings = WorkbenchSettings()
        settings.connect = { _ in FailingTransport(failure: failure) }
        return settings
    }
}

/// A way that leads to no server.
private struct FailingTransport: Transport {
    let failure: TransportError?

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        // Ends when it is cancelled; no test waits for it.
        if failure == nil { try? await ContinuousClock().sleep(for: .seconds(600)) }
        throw failure ?? .cancelled
    }
}
