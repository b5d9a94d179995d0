import HTTPClient
import Shared
import TestSupport
import Testing

@testable import Client

/// The machine's decisions, told as transcripts; no store, no network, no clock.
struct SyncMachineTests {
    private var generator = SeededGenerator(seed: 1)
    private var machine = SyncMachine(
        persistence: SyncPersistence(attemptsMax: 3, pauseFirst: .seconds(1)))

    @Test mutating func `an audit made offline is created before anything is pushed`() {
        #expect(handle(.begin(isOnServer: false)).isCreate)
        #expect(handle(.created).isReadBatch)
    }

    @Test mutating func `everything is pushed before the first pull`() {
        _ = handle(.begin(isOnServer: true))
        #expect(handle(.read(.of(3))).isPush)
        #expect(handle(.pushed(.through(3))).isSettle)
        #expect(handle(.settled(.settled)).isReadBatch)
        #expect(handle(.read(nil)).isPull)
    }

    @Test mutating func `a checkpoint ends the run and more goes on`() {
        startPull()
        #expect(handle(.pulled(.more)).isStore)
        #expect(handle(.stored(.settled, .more)).isPull)
        #expect(handle(.pulled(.checkpoint)).isStore)
        #expect(handle(.stored(.settled, .checkpoint)).isComplete)
    }

    @Test mutating func `a run that finds nothing new is one request and complete`() {
        startPull()
        #expect(handle(.unchanged).isComplete)
        #expect(machine.counts.requests == 1)
    }

    @Test mutating func `a lost answer is waited for and the same batch sent again`() {
        startPush(2)
        #expect(handle(.failed(.cut(receivedBytes: 0))).isWait)
        guard case .push(let batch)? = handle(.waited) else {
            Issue.record("the batch is not sent again")
            return
        }
        #expect(batch.last == 2)
    }

    @Test mutating func `failures in a row end the run and success starts the count anew`() {
        startPush(2)
        #expect(handle(.failed(.timedOut)).isWait)
        _ = handle(.waited)
        #expect(handle(.pushed(.through(2))).isSettle)
        _ = handle(.settled(.settled))
        _ = handle(.read(nil))
        #expect(handle(.failed(.timedOut)).isWait)
        _ = handle(.waited)
        #expect(handle(.failed(.timedOut)).isWait)
        _ = handle(.waited)
        #expect(handle(.failed(.timedOut)).isFailed)
    }

    @Test(arguments: [
        TransportError.unreachable(host: "x", detail: ""), .certificate(detail: ""),
        .notOurServer(detail: ""),
    ])
    func `what only a person can mend ends the run at once`(error: TransportError) {
        var test = self
        test.startPush(1)
        #expect(test.handle(.failed(error)).isFailed)
    }

    @Test mutating func `a batch that is too large is halved down to the culprit`() {
        startPush(4)
        guard case .readBatch(let half, _)? = handle(.refused(Problem(.tooLarge))) else {
            Issue.record("the batch is not halved")
            return
        }
        #expect(half == 2)
        _ = handle(.read(.of(1)))
        refuseInEveryForm(.refused(Problem(.tooLarge)))
    }

    @Test mutating func `what is refused alone is tried in every form before it waits`() {
        startPush(1)
        var forms = [machine.encoding]
        for _ in 0..<2 {
            #expect(handle(.refused(Problem(.malformed))).isPush)
            forms.append(machine.encoding)
        }
        #expect(forms == [.zstd, .gzip, TransportRequest.Compression.none])
        #expect(handle(.refused(Problem(.malformed))).isPull)
        #expect(machine.encoding == .zstd)
    }

    @Test mutating func `a form that gets through is kept for what follows`() {
        startPush(1)
        #expect(handle(.failed(.refusedOnTheWay(status: 403))).isPush)
        #expect(handle(.pushed(.through(1))).isSettle)
        _ = handle(.settled(.settled))
        #expect(machine.encoding == .gzip)
        _ = handle(.read(nil))
        _ = handle(.pulled(.checkpoint))
        #expect(handle(.stored(.settled, .checkpoint)).isComplete)
    }

    @Test(arguments: [400, 403, 413, 501, 502])
    func `a refusal by something on the way settles nothing, and all else is pulled`(
        _ status: Int
    ) {
        var test = self
        test.startPush(.of(2, bytes: 600))
        #expect(test.handle(.failed(.refusedOnTheWay(status: status))).isReadBatch)
        _ = test.handle(.read(.of(1, bytes: 1_234)))
        test.refuseInEveryForm(.failed(.refusedOnTheWay(status: status)))
        _ = test.handle(.pulled(.checkpoint))
        let end = test.handle(.stored(.settled, .checkpoint))
        guard case .finish(.blocked(.refusedOnTheWay(let words)))? = end else {
            Issue.record("the run ends with \(String(describing: end))")
            return
        }
        #expect(
            words == "something between this laptop and the server refused change 1 (1,234 bytes, "
                + "as zstd, gzip and plain) with \(status); it stays on this laptop; everything "
                + "else is pulled; it goes again with the next sync, on another network, or by "
                + "bundle")
    }

    @Test mutating func `an imported chain that something on the way refuses waits as well`() {
        startPush(.of(1, signed: signed))
        for _ in 0..<2 { #expect(handle(.failed(.refusedOnTheWay(status: 403))).isPush) }
        guard
            case .passOver(_, _, let forGood)? = handle(.failed(.refusedOnTheWay(status: 403)))
        else {
            Issue.record("the chain is not passed over")
            return
        }
        #expect(!forGood)
    }

    @Test mutating func `a pull that something on the way refuses ends the run, to be tried again`()
    {
        startPull()
        #expect(handle(.failed(.refusedOnTheWay(status: 403))).isFailed)
    }

    @Test(arguments: [
        SyncEvent.failed(.tooLarge(limit: 100)), .failed(.refusedOnTheWay(status: 413)),
        .refused(Problem(.tooLarge)),
    ])
    func `an answer that is too large is asked for in halves, down to one record`(
        event: SyncEvent
    ) {
        var test = self
        test.startPull()
        var counts: [Int] = []
        while case .pull(let count)? = test.handle(event) { counts.append(count) }
        #expect(counts == [500, 250, 125, 62, 31, 15, 7, 3, 1])
    }

    @Test mutating func `after an answer that fits the pull goes on in the smaller size`() {
        startPull()
        _ = handle(.failed(.tooLarge(limit: 100)))
        _ = handle(.pulled(.more))
        guard case .pull(let count)? = handle(.stored(.settled, .more)) else {
            Issue.record("the pull does not go on")
            return
        }
        #expect(count == 500)
    }

    @Test(arguments: [
        ProblemCode.tooLarge, .malformed, .unsupportedEncoding,
    ])
    func `what is refused alone waits, and all else is pulled before the run ends with it`(
        _ code: ProblemCode
    ) {
        var test = self
        test.startPush(.of(1, bytes: 45_000))
        test.refuseInEveryForm(.refused(Problem(code, detail: "big")))
        _ = test.handle(.pulled(.more))
        #expect(test.handle(.stored(.settled, .more)).isPull)
        _ = test.handle(.pulled(.checkpoint))
        let end = test.handle(.stored(.settled, .checkpoint))
        guard case .finish(.blocked(.refused(let problem)))? = end else {
            Issue.record("the run ends with \(String(describing: end))")
            return
        }
        #expect(problem.code == code)
        #expect(
            problem.detail == "the server refused change 1 (45,000 bytes, as zstd, gzip and plain) "
                + "with \(code.status)"
                + ": big; it stays on this laptop; everything else is pulled; it goes again "
                + "with the next sync, on another network, or by bundle")
    }

    @Test mutating func `where nothing new is to pull, what waits is told all the same`() {
        startPush(1)
        refuseInEveryForm(.refused(Problem(.tooLarge)))
        guard case .finish(.blocked(.refused(let problem)))? = handle(.unchanged) else {
            Issue.record("what waits is not told")
            return
        }
        #expect(problem.code == .tooLarge)
    }

    @Test mutating func `an imported chain that the way refuses is passed over for now`() {
        startPush(.of(1, signed: signed))
        for _ in 0..<2 { #expect(handle(.refused(Problem(.tooLarge))).isPush) }
        guard case .passOver(_, let problem, let forGood)? = handle(.refused(Problem(.tooLarge)))
        else {
            Issue.record("the chain is not passed over")
            return
        }
        #expect(!forGood)
        #expect(problem.detail?.contains("change 1 (1 bytes, as zstd") == true)
        #expect(handle(.passedOver).isReadBatch)
    }

    @Test(arguments: [ProblemCode.overloaded, .rateLimited, .storageFull, .bug])
    func `a busy server is asked again after the time that it named, and not by all at once`(
        _ code: ProblemCode
    ) {
        var pauses: Set<Duration> = []
        for seed in 0..<8 {
            var test = self
            test.generator = SeededGenerator(seed: UInt64(seed))
            test.startPush(1)
            guard case .wait(let pause, _)? = test.handle(.refused(Problem(code, retryAfter: 7)))
            else {
                Issue.record("the run does not wait")
                return
            }
            #expect(pause >= .seconds(7) && pause <= .seconds(8))
            pauses.insert(pause)
        }
        #expect(pauses.count > 1)
    }

    @Test(arguments: [300, 86_400, Int.max, -1])
    func `whatever the server names, the pause is at most five minutes`(_ seconds: Int) {
        var test = self
        test.startPull()
        let problem = Problem(.rateLimited, retryAfter: seconds)
        guard case .wait(let pause, _)? = test.handle(.refused(problem)) else {
            Issue.record("the run does not wait")
            return
        }
        #expect(pause >= .zero && pause <= .seconds(300))
    }

    @Test mutating func `a server that always wants to be asked later is given up in the end`() {
        startPush(1)
        for _ in 0..<2 {
            #expect(handle(.refused(Problem(.rateLimited, retryAfter: 1))).isWait)
            _ = handle(.waited)
        }
        guard case .finish(.failed(.problem))? = handle(.refused(Problem(.rateLimited))) else {
            Issue.record("the run goes on for ever")
            return
        }
    }

    @Test mutating func `a gap or fork is looked at through the opening of a pull`() {
        startPush(1)
        #expect(handle(.refused(Problem(.gap))).isPull)
    }

    @Test(arguments: [AcknowledgementResult.forked, .ahead(by: 2)])
    func `a chain that disagrees blocks with its reason`(result: AcknowledgementResult) {
        var test = self
        test.startPush(1)
        _ = test.handle(.pushed(.through(1)))
        #expect(test.handle(.settled(result)).isShowSeals)
        #expect(test.handle(.unconvinced(result)).isBlocked)
    }

    @Test mutating func `a server that has less than it acknowledged is shown its seals once`() {
        startPush(1)
        _ = handle(.pushed(.through(1)))
        #expect(handle(.settled(.behind(acknowledged: 9))).isShowSeals)
        #expect(handle(.unconvinced(.behind(acknowledged: 9))).isPull)
        _ = handle(.pulled(.checkpoint))
        #expect(handle(.stored(.behind(acknowledged: 9), .checkpoint)).isShowSeals)
        #expect(handle(.unconvinced(.behind(acknowledged: 9))).isBlocked)
    }

    @Test mutating func `a push that finds no room waits whole, and everything else is fetched`() {
        startPush(4)
        #expect(handle(.refused(Problem(.storageFull, retryAfter: 3600))).isPull)
        _ = handle(.pulled(.checkpoint))
        #expect(handle(.stored(.settled, .checkpoint)).isBlocked)
    }

    @Test mutating func `an expired cursor is forgotten once and then blocks`() {
        startPull()
        guard case .forgetCursor? = handle(.refused(Problem(.cursorExpired))) else {
            Issue.record("the cursor is kept")
            return
        }
        #expect(handle(.forgotten).isPull)
        #expect(handle(.refused(Problem(.cursorExpired))).isBlocked)
    }

    @Test mutating func `an unknown audit is created once and then blocks`() {
        startPush(1)
        #expect(handle(.refused(Problem(.auditUnknown))).isCreate)
        _ = handle(.created)
        _ = handle(.read(.of(1)))
        #expect(handle(.refused(Problem(.auditUnknown))).isBlocked)
    }

    @Test mutating func `a stream that was cut before its first mark counts as a failure`() {
        startPull()
        #expect(handle(.pulled(.nothing)).isWait)
        #expect(handle(.waited).isPull)
    }

    // MARK: Steps

    private mutating func handle(_ event: SyncEvent) -> SyncAction? {
        machine.handle(event, using: &generator)
    }

    private mutating func startPush(_ count: Int) { startPush(.of(count)) }

    private mutating func startPush(_ batch: OutgoingBatch) {
        _ = handle(.begin(isOnServer: true))
        _ = handle(.read(batch))
    }

    /// The one change that is pushed is refused in all three forms; then all else is pulled.
    private mutating func refuseInEveryForm(_ event: SyncEvent) {
        for _ in 0..<2 { #expect(handle(event).isPush) }
        #expect(handle(event).isPull)
    }

    private mutating func startPull() {
        _ = handle(.begin(isOnServer: true))
        _ = handle(.read(nil))
    }
}

private let ownReplica = ReplicaID(high: 1, low: 1)

private let signed = SignedChain(
    end: ChainEnd(dot: Dot(replica: ownReplica, n: 1), chain: .zero),
    device: DeviceProof(certificate: nil, keys: []), signature: [])

extension OutgoingBatch {
    fileprivate static func of(
        _ count: Int, bytes: Int = 1, signed: SignedChain? = nil
    ) -> OutgoingBatch {
        let body = [UInt8](repeating: 2, count: bytes)
        let change = ChainChange(n: 1, key: [1], hash: .zero, body: body)
        return OutgoingBatch(
            before: ChainEnd(dot: Dot(replica: ownReplica, n: 0), chain: .zero),
            changes: Array(repeating: change, count: count), signed: signed)
    }
}

extension Acknowledgement {
    fileprivate static func through(_ n: UInt64) -> Acknowledgement {
        Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: ownReplica, n: n), chain: .zero), seal: [], answers: [])
    }
}

extension PullPiece {
    fileprivate static let more = PullPiece(end: .more(cursor: [1]))
    fileprivate static let nothing = PullPiece(end: .nothing)
    fileprivate static let checkpoint = PullPiece(
        end: .checkpoint(PullCheckpoint(cursor: [2], vector: [], root: .zero, sequence: 0)))

    private init(end: End) {
        self.init(
            opening: PullOpening(
                epoch: EpochID(high: 0, low: 1), sequence: 0, root: .zero,
                acknowledgement: .through(0)),
            records: [], end: end)
    }
}

extension SyncAction? {
    fileprivate var isCreate: Bool { if case .createAudit? = self { true } else { false } }
    fileprivate var isReadBatch: Bool { if case .readBatch? = self { true } else { false } }
    fileprivate var isPush: Bool { if case .push? = self { true } else { false } }
    fileprivate var isSettle: Bool { if case .settle? = self { true } else { false } }
    fileprivate var isPull: Bool { if case .pull? = self { true } else { false } }
    fileprivate var isStore: Bool { if case .store? = self { true } else { false } }
    fileprivate var isWait: Bool { if case .wait? = self { true } else { false } }
    fileprivate var isShowSeals: Bool { if case .showSeals? = self { true } else { false } }
    fileprivate var isComplete: Bool { if case .finish(.complete)? = self { true } else { false } }
    fileprivate var isFailed: Bool { if case .finish(.failed)? = self { true } else { false } }
    fileprivate var isBlocked: Bool { if case .finish(.blocked)? = self { true } else { false } }
}
