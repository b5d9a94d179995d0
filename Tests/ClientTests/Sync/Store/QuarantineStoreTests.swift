import Foundation
import HTTPClient
import Shared
import Synchronization
import Testing

@testable import Client

/// What is set aside for the leads, as a lead's laptop has it.
struct QuarantineStoreTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func item(_ number: UInt8, look: String? = nil) -> QuarantinedItem {
        QuarantinedItem(
            id: Hash256(of: [number]).hex, sequence: UInt64(number),
            key: RecordKey.plan(desk.audit).bytes.hex, record: "the plan",
            reason: "not-allowed: no",
            author: nil, by: nil, device: "00", deviceName: nil, fingerprint: nil, carrier: nil,
            n: 1, received: Date(unixMilliseconds: 0), written: nil, writes: [], adoptable: true,
            look: look, settled: nil)
    }

    private func hear(_ stamp: UInt64) throws {
        try desk.client.store.write(desk.audit) { row, database in
            try QuarantineStore.note(stamp, in: row, database)
        }
    }

    private var kept: QuarantineStore { desk.client.store.quarantine }

    private func news() throws -> [WorkEvent] {
        try desk.client.queries.news(desk.audit).filter { $0.kind == .waiting }
    }

    @Test func `a list is asked for when the server tells of another, and once`() async throws {
        let server = ListingServer([[item(1), item(2, look: "it changes the plan")], [item(3)]])
        let syncing = desk.client.syncing
        #expect(try await syncing.refreshQuarantine(desk.audit, over: server) == nil)
        #expect(server.asked.isEmpty)
        try hear(7)
        #expect(try kept.overview(desk.audit).isStale)
        #expect(try await syncing.refreshQuarantine(desk.audit, over: server) == nil)
        // As many requests as there are pages.
        #expect(
            server.asked.map { $0.split(separator: "?").last } == [
                "waiting=true", "waiting=true&after=c.1",
            ])
        let standing = try kept.overview(desk.audit)
        #expect(standing.count == 3 && standing.plain == 2 && !standing.isStale)
        #expect(
            try kept.waiting(desk.audit) == [
                item(1), item(2, look: "it changes the plan"), item(3),
            ])
        #expect(try kept.waiting(desk.audit, from: 1, countMax: 1).map(\.sequence) == [2])
        #expect(try kept.waiting(desk.audit, plainOnly: true).map(\.sequence) == [1, 3])
        try hear(7)
        #expect(try await syncing.refreshQuarantine(desk.audit, over: server) == nil)
        #expect(server.asked.count == 2)
    }

    @Test func `a list that does not come is told, and the one before stays`() async throws {
        try hear(1)
        try kept.keep([item(1)], of: desk.audit, stamp: 1, at: Date(unixMilliseconds: 5))
        try hear(2)
        let trouble = try await desk.client.syncing.refreshQuarantine(
            desk.audit, over: ListingServer([]))
        #expect(trouble?.kind == .unreachable)
        #expect(trouble?.message.contains("set aside for the leads did not come") == true)
        let standing = try kept.overview(desk.audit)
        #expect(standing.count == 1 && standing.isStale && standing.staleWords != nil)
        #expect(standing.listed == Date(unixMilliseconds: 5))
        // What ended well but for this has not ended well.
        var run = SyncRun(end: .complete, counts: SyncCounts())
        run.listTrouble = trouble
        #expect(run.trouble == trouble)
    }

    @Test func `a server whose list does not end is not followed`() async throws {
        let server = ListingServer([[item(1)], [item(2)]], staysAtOnePlace: true)
        try hear(1)
        #expect(try await desk.client.syncing.refreshQuarantine(desk.audit, over: server) != nil)
        #expect(server.asked.count == 2)
        #expect(try kept.overview(desk.audit).count == 0)
    }

    @Test func `what waits is told when something comes, not when something is settled`() throws {
        try hear(1)
        try kept.keep([item(1), item(2)], of: desk.audit, stamp: 1, at: Date())
        #expect(try news().map(\.reason) == ["2"])
        try desk.client.store.events.markSeen(try news(), in: desk.audit, at: Date())
        try kept.drop([item(1).id], of: desk.audit)
        try hear(2)
        try kept.keep([item(2)], of: desk.audit, stamp: 2, at: Date())
        #expect(try news().isEmpty)
        try hear(3)
        try kept.keep([item(2), item(3)], of: desk.audit, stamp: 3, at: Date())
        try desk.client.store.events.markTold(try news(), in: desk.audit)
        try hear(4)
        try kept.keep([item(2), item(3), item(4)], of: desk.audit, stamp: 4, at: Date())
        // One piece of news says how much waits; when nothing does it is none any more.
        #expect(try news().map(\.reason) == ["3"])
        try kept.drop([2, 3, 4].map { item($0).id }, of: desk.audit)
        #expect(try news().isEmpty)
    }

    @Test func `who leads no more has no list`() throws {
        try hear(1)
        try kept.keep([item(1)], of: desk.audit, stamp: 1, at: Date())
        #expect(try news().count == 1)
        try hear(0)
        let standing = try kept.overview(desk.audit)
        #expect(standing.count == 0 && !standing.isStale)
        #expect(try news().isEmpty)
        try hear(1)
        #expect(try kept.overview(desk.audit).isStale)
    }

    @Test func `what was settled before the server was lost is told, and what was not tried`()
        async throws
    {
        try hear(1)
        let items = (1...4).map { item($0) }
        try kept.keep(items, of: desk.audit, stamp: 1, at: Date())
        var identity = try desk.client.identity()
        identity.server = Identity.Enrolment(
            address: "https://a.example", token: "secret", replica: identity.replica.hex,
            certificateAuthority: nil, allowsPlainHTTP: false)
        try identity.write(desk.client.home)
        let server = ListingServer([[items[0]], [items[1]]], listing: items)
        let settled = try await desk.client.syncing.settle(
            items.map(ClientSyncing.Wanted.init), .adopt(looked: false), in: desk.view()
        ) { server }
        #expect(settled.done.map(\.id) == items[..<2].map(\.id))
        #expect(settled.left.map(\.id) == [items[2].id])
        #expect(settled.left.first?.why.message.contains("need the server") == true)
        #expect(settled.untried.map(\.id) == [items[3].id])
        #expect(try kept.waiting(desk.audit).map(\.id) == items[2...].map(\.id))
    }
}

/// Answers each request with the next of its pages, and none when it has told them all.
private final class ListingServer: Transport {
    private let pages: [[QuarantinedItem]]
    /// Where it is asked to adopt: what waits, whatever it has answered.
    private let listing: [QuarantinedItem]?
    private let staysAtOnePlace: Bool
    private let requests = Mutex<[String]>([])

    init(
        _ pages: [[QuarantinedItem]], listing: [QuarantinedItem]? = nil,
        staysAtOnePlace: Bool = false
    ) {
        self.pages = pages
        self.listing = listing
        self.staysAtOnePlace = staysAtOnePlace
    }

    var asked: [String] { requests.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let version = HeaderField(ProtocolNames.versionHeader, "1")
        if let listing, request.method == .get {
            let body = try? encoder.encode(listing)
            return TransportResponse(status: 200, headers: [version], body: [UInt8](body ?? Data()))
        }
        let number = requests.withLock {
            $0.append(request.path)
            return $0.count
        }
        guard number <= pages.count
        else { throw .unreachable(host: "a.example", detail: "no route") }
        let page = pages[number - 1]
        let body = listing == nil ? try? encoder.encode(page) : try? encoder.encode(page[0])
        var headers = [version]
        if staysAtOnePlace || number < pages.count {
            headers.append(
                HeaderField(ProtocolNames.nextHeader, "c.\(staysAtOnePlace ? 1 : number)"))
        }
        return TransportResponse(status: 200, headers: headers, body: [UInt8](body ?? Data()))
    }
}
