import Shared
import struct Shared.Record

/// Two laptops judged one criterion without having met: a million joins of such a pair.
struct JoinWork {
    private static let count = 1_000_000

    func measure() -> Measurement {
        let (left, right) = Self.pair()
        var siblings = 0
        let duration = ContinuousClock().measure {
            for _ in 0..<Self.count { siblings += left.joined(with: right).changes.count }
        }
        precondition(siblings == 2 * Self.count, "Neither side has seen the other: both stay.")
        return Measurement(work: .join, duration: duration, count: Self.count)
    }

    private static func pair() -> (Record, Record) {
        let audit = AuditID(high: 1, low: 1)
        let key = RecordKey.state(
            audit,
            StateID(
                component: ComponentID(high: 2, low: 2),
                environment: EnvironmentID(high: 3, low: 3),
                round: 1, state: "closed"))
        func record(_ number: UInt64, _ judgement: Judgement) -> Record {
            let write = Write(
                field: FieldID(criterion: "sheet.ios.trigger-name", .judgement),
                value: .judgement(judgement), replaces: [])
            let body = ChangeBody(
                author: PersonID(high: 4, low: number), act: .edit, writes: [write],
                sees: VersionVector(), wallTime: 0)
            let dot = Dot(replica: ReplicaID(high: 5, low: number), n: 1)
            return Record(key: key).applying(Change(key: key, dot: dot, body: body))
        }
        return (record(1, .passed), record(2, .failed(.serious, .app)))
    }
}
