import HTTPClient
import Shared
import TestSupport
import Testing

@testable import Client

/// The order in which a restored server is healed, told as transcripts of whole runs.
struct ReconcileMachineTests {
    private var generator = SeededGenerator(seed: 1)
    private var machine = SyncMachine(
        persistence: SyncPersistence(attemptsMax: 3, pauseFirst: .seconds(1)))
    private let epoch = EpochID(high: 7, low: 7)
    private let replica = ReplicaID(high: 1, low: 1)
    private let audit = AuditID(high: 9, low: 9)

    // MARK: How it begins

    @Test(arguments: [true, false])
    func `another epoch is remembered before anything is brought back`(pushes: Bool) {
        var test = self
        _ = test.handle(.begin(isOnServer: true))
        _ = test.handle(.read(pushes ? test.batch : nil))
        #expect(test.handle(.refused(test.epochChanged)).remembers == test.epoch)
        #expect(test.handle(.healingBegan).healing?.isShow == true)
    }

    @Test mutating func `a run that was killed while healing starts over`() {
        #expect(handle(.begin(isOnServer: true, healing: .due(epoch))).remembers == epoch)
        #expect(handle(.healingBegan).healing?.isShow == true)
    }

    @Test mutating func `a server that lost the audit gets it before its records`() {
        beginHealing()
        guard case .createAudit? = handle(.refused(Problem(.auditUnknown))) else {
            Issue.record("the audit is not created")
            return
        }
        #expect(handle(.created).healing?.isShow == true)
    }

    @Test mutating func `a server that forgets the audit again and again is given up`() {
        beginHealing()
        _ = handle(.refused(Problem(.auditUnknown)))
        _ = handle(.created)
        #expect(handle(.refused(Problem(.auditUnknown))).block != nil)
    }

    @Test mutating func `a server that changes its epoch without end is given up`() {
        beginHealing()
        for _ in 0..<8 { _ = handle(.refused(epochChanged)) }
        #expect(handle(.refused(epochChanged)).block != nil)
    }

    @Test mutating func `a server of another epoch than the one that is healed is healed instead`()
    {
        beginHealing()
        let other = EpochID(high: 8, low: 8)
        let answer = handle(.refused(Problem(.epochChanged, expected: other.hex)))
        #expect(answer.remembers == other)
    }

    // MARK: What is brought back

    @Test mutating func `records are brought back before the own chain and a new replica ends it`()
    {
        beginHealing()
        let lacking = LackingChanges(replica: replica, acknowledged: 5, known: 2)
        #expect(healed(.shown([lacking], contradicted: []))?.isCompare == true)
        #expect(healed(.compared([3, 4]))?.buckets == [3, 4])
        #expect(healed(.listed(keys(2)))?.keys?.count == 2)
        #expect(healed(.broughtBack(2))?.returnsAbove == 2)
        #expect(healed(.returned(acknowledgement(through: 4), from: 3))?.isSettle == true)
        #expect(healed(.settled(replica, through: 4))?.returnsAbove == 4)
        _ = healed(.returned(acknowledgement(through: 5), from: 5))
        #expect(healed(.settled(replica, through: 5))?.isFinish == true)
        #expect(handle(.broughtBack(.broughtBack)).block == .epochEnded)
    }

    @Test mutating func `a server that lacks nothing is only shown the seals`() {
        beginHealing()
        _ = healed(.shown([], contradicted: []))
        #expect(healed(.compared([]))?.isFinish == true)
    }

    @Test mutating func `buckets are asked for in turns, and what is brought back between`() {
        beginHealing()
        _ = healed(.shown([], contradicted: []))
        #expect(healed(.compared(Array(0...99)))?.buckets == Array(0...63))
        #expect(healed(.listed(keys(1)))?.keys?.count == 1)
        #expect(healed(.broughtBack(1))?.buckets == Array(64...99))
        #expect(healed(.listed([]))?.isFinish == true)
    }

    @Test(arguments: [
        SyncEvent.refused(Problem(.tooLarge)), .failed(.refusedOnTheWay(status: 413)),
        .failed(.refusedOnTheWay(status: 403)),
    ])
    func `a request that is too large is halved until a single record is set aside`(
        refusal: SyncEvent
    ) {
        var test = self
        test.beginHealing()
        _ = test.healed(.shown([], contradicted: []))
        _ = test.healed(.compared([0]))
        _ = test.healed(.listed(test.keys(4)))
        var counts: [Int] = []
        var setAside = 0
        var next = test.handle(refusal).healing
        while true {
            if let count = next?.keys?.count { counts.append(count) }
            guard case .setAside? = next else {
                guard next?.keys != nil else { break }
                next = test.handle(refusal).healing
                continue
            }
            setAside += 1
            next = test.healed(.wasSetAside)
        }
        #expect(counts == [2, 1, 3, 1, 2, 1, 1])
        #expect(setAside == 4)
        #expect(next?.isFinish == true)
    }

    @Test mutating func `a way that takes few bytes gets few, and more records once they fit`() {
        beginHealing()
        _ = healed(.shown([], contradicted: []))
        _ = healed(.compared([0]))
        var asked = healed(.listed(keys(3_000)))
        var bytes: [Int] = []
        for _ in 1...3 {
            asked = handle(.failed(.refusedOnTheWay(status: 413))).healing
            if case .bringBack(_, let bytesMax)? = asked { bytes.append(bytesMax) }
        }
        let first = Limits.standard.pushBytesMax / 2
        #expect(bytes == [first / 2, first / 4, first / 8])
        #expect(asked?.keys?.count == 125)
        #expect(healed(.broughtBack(125))?.keys?.count == 250)
    }

    @Test mutating func `receipts go without the plan where both are too large together`() {
        beginHealing()
        let next = handle(.failed(.refusedOnTheWay(status: 413))).healing
        guard case .show(withPlan: false)? = next else {
            Issue.record("\(String(describing: next))")
            return
        }
        #expect(handle(.failed(.refusedOnTheWay(status: 413))).isFailed)
    }

    @Test(arguments: [401, 407, 502, 511])
    func `what refuses everybody on the way sets nothing aside`(status: Int) {
        var test = self
        test.beginHealing()
        _ = test.healed(.shown([], contradicted: []))
        _ = test.healed(.compared([0]))
        _ = test.healed(.listed(test.keys(4)))
        #expect(test.handle(.failed(.refusedOnTheWay(status: status))).isFailed)
    }

    @Test mutating func `what was set aside goes behind all else, and is told while it does not`() {
        let left = keys(2)
        _ = handle(.begin(isOnServer: true, left: left))
        _ = handle(.read(nil))
        guard case .bringLeft(let key)? = handle(.unchanged).healing else {
            Issue.record("nothing is tried again")
            return
        }
        #expect(key == left[0])
        guard case .bringLeft? = healed(.broughtLeft) else {
            Issue.record("the second is not tried")
            return
        }
        // One got through: what the server made of it is pulled, and the other is told.
        guard case .pull? = handle(.failed(.refusedOnTheWay(status: 413))) else {
            Issue.record("it is not pulled")
            return
        }
        guard case .refusedOnTheWay(let words)? = handle(.unchanged).block else {
            Issue.record("it is not told")
            return
        }
        #expect(words.hasPrefix("1 record that a server which was put back lacks"))
    }

    @Test mutating func `a chain that is too large goes back in less at a time`() {
        beginHealing()
        let lacking = LackingChanges(replica: replica, acknowledged: 5, known: 2)
        _ = healed(.shown([lacking], contradicted: []))
        _ = healed(.compared([]))
        var counts: [Int] = []
        while let count = handle(.refused(Problem(.tooLarge))).healing?.returnsAtMost {
            counts.append(count)
        }
        #expect(counts == [500, 250, 125, 62, 31, 1])
        // A single one is left, as any chain that cannot go back under its numbers.
        #expect(healed(.reclaimed(replica))?.isFinish == true)
    }

    @Test(arguments: [ProblemCode.gap, .replicaForked, .replicaTaken, .notAllowed])
    func `a chain that the server does not take back is left and the next one follows`(
        code: ProblemCode
    ) {
        var test = self
        let other = ReplicaID(high: 2, low: 2)
        test.beginHealing()
        _ = test.healed(
            .shown(
                [
                    LackingChanges(replica: test.replica, acknowledged: 5, known: 2),
                    LackingChanges(replica: other, acknowledged: 3, known: 1),
                ], contradicted: []))
        #expect(test.healed(.compared([]))?.returnsAbove == 2)
        #expect(test.handle(.refused(Problem(code))).healing?.returnsAbove == 1)
        _ = test.healed(.returned(test.acknowledgement(through: 3), from: 2))
        #expect(test.healed(.settled(other, through: 3))?.reclaims == test.replica)
        #expect(test.healed(.reclaimed(test.replica))?.isFinish == true)
    }

    @Test mutating func `a server that forgot an id learns it before chains go back`() {
        beginHealing()
        let lacking = LackingChanges(replica: replica, acknowledged: 5, known: 2)
        _ = healed(.shown([lacking], contradicted: []))
        _ = healed(.compared([]))
        #expect(handle(.healed(.idForgotten)).block == .epochEnded)
    }

    @Test mutating func `a chain that the server has otherwise is taken as never sent`() {
        beginHealing()
        _ = healed(.shown([], contradicted: [replica]))
        #expect(healed(.compared([]))?.reclaims == replica)
        #expect(healed(.reclaimed(replica))?.isFinish == true)
    }

    @Test mutating func `a step whose answer was lost is done again`() {
        beginHealing()
        _ = healed(.shown([], contradicted: []))
        guard case .wait? = handle(.failed(.timedOut)) else {
            Issue.record("the failure is not waited for")
            return
        }
        #expect(handle(.waited).healing?.isCompare == true)
    }

    // MARK: Who reads nothing there

    @Test(arguments: [ProblemCode.replicaRetired, .notAMember])
    func `who may not compare brings all, and keeps what she is not told of`(code: ProblemCode) {
        var test = self
        test.beginHealing()
        _ = test.healed(.shown([], contradicted: [test.replica]))
        guard case .listAll? = test.handle(.refused(Problem(code))).healing else {
            Issue.record("not everything is listed")
            return
        }
        #expect(test.healed(.listed(test.keys(2)))?.keys?.count == 2)
        #expect(test.healed(.broughtBack(2))?.reclaims == test.replica)
        #expect(test.handle(.refused(Problem(code))).healing?.isFinish == true)
    }

    @Test(arguments: [ProblemCode.replicaRetired, .notAMember])
    func `who may not pull shows her seals once before she gives up`(code: ProblemCode) {
        var test = self
        _ = test.handle(.begin(isOnServer: true))
        _ = test.handle(.read(nil))
        guard case .showSeals? = test.handle(.refused(Problem(code))) else {
            Issue.record("the seals are not shown")
            return
        }
        var lost = test
        #expect(test.handle(.unconvinced(.settled)).block == .refused(Problem(code)))
        #expect(lost.handle(.refused(test.epochChanged)).remembers == test.epoch)
    }

    @Test mutating func `a retired device deposits what it never met there, all the same`() {
        let retired = Problem(.replicaRetired)
        _ = handle(.begin(isOnServer: false))
        guard case .readBatch? = handle(.refused(retired)) else {
            Issue.record("what waits is not read")
            return
        }
        var late = self
        // All is deposited, and the pull says the same once more.
        _ = handle(.read(nil))
        #expect(handle(.refused(retired)).block == .refused(retired))
        // Nobody has made the audit known, and this device may not.
        _ = late.handle(.read(late.batch))
        #expect(late.handle(.refused(Problem(.auditUnknown))).block == .refused(retired))
    }

    // MARK: How it ends

    @Test mutating func `what is brought back waits for a replica of the new epoch`() {
        #expect(handle(.begin(isOnServer: true, healing: .broughtBack)).block == .epochEnded)
    }

    @Test mutating func `where there is one already, as after another audit, nothing waits`() {
        beginHealing()
        _ = healed(.shown([], contradicted: []))
        _ = healed(.compared([]))
        guard case .enterEpoch? = handle(.broughtBack(.entering)) else {
            Issue.record("the epoch is not entered")
            return
        }
    }

    @Test mutating func `with such a replica the epoch is entered and work goes on`() {
        guard case .enterEpoch? = handle(.begin(isOnServer: true, healing: .entering)),
            case .readBatch? = handle(.entered)
        else {
            Issue.record("the epoch is not entered")
            return
        }
    }

    // MARK: Steps

    private var epochChanged: Problem { Problem(.epochChanged, expected: epoch.hex) }

    private var batch: OutgoingBatch {
        let change = ChainChange(n: 1, key: [1], hash: .zero, body: [2])
        return OutgoingBatch(
            before: ChainEnd(dot: Dot(replica: replica, n: 0), chain: .zero), changes: [change])
    }

    private func keys(_ count: UInt64) -> [RecordKey] {
        (0..<count).map { .component(audit, ComponentID(high: 0, low: $0)) }
    }

    private func acknowledgement(through n: UInt64) -> Acknowledgement {
        Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: replica, n: n), chain: .zero), seal: [], answers: [])
    }

    private mutating func handle(_ event: SyncEvent) -> SyncAction? {
        machine.handle(event, using: &generator)
    }

    private mutating func healed(_ event: ReconcileEvent) -> ReconcileAction? {
        handle(.healed(event)).healing
    }

    private mutating func beginHealing() {
        _ = handle(.begin(isOnServer: true))
        _ = handle(.read(nil))
        _ = handle(.refused(epochChanged))
        _ = handle(.healingBegan)
    }
}

extension SyncAction? {
    fileprivate var healing: ReconcileAction? {
        if case .heal(let action)? = self { action } else { nil }
    }
    fileprivate var remembers: EpochID? {
        if case .beginHealing(let epoch)? = self { epoch } else { nil }
    }
    fileprivate var isFailed: Bool { if case .finish(.failed)? = self { true } else { false } }
    fileprivate var block: SyncBlock? {
        if case .finish(.blocked(let block))? = self { block } else { nil }
    }
}

extension ReconcileAction {
    fileprivate var isShow: Bool { if case .show = self { true } else { false } }
    fileprivate var isCompare: Bool { if case .compare = self { true } else { false } }
    fileprivate var isSettle: Bool { if case .settle = self { true } else { false } }
    fileprivate var isFinish: Bool { if case .finish = self { true } else { false } }
    fileprivate var buckets: [UInt8]? { if case .list(let list) = self { list } else { nil } }
    fileprivate var keys: [RecordKey]? {
        if case .bringBack(let keys, _) = self { keys } else { nil }
    }
    fileprivate var reclaims: ReplicaID? {
        if case .reclaim(let replica) = self { replica } else { nil }
    }
    fileprivate var returnsAtMost: Int? {
        if case .returnChain(_, _, let count, _) = self { count } else { nil }
    }

    fileprivate var returnsAbove: UInt64? {
        if case .returnChain(_, let n, _, _) = self { n } else { nil }
    }
}
