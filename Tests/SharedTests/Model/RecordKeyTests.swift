import Shared
import TestSupport
import Testing

struct RecordKeyTests {
    private let component = RecordKey.component(Sample.audit, ComponentID(high: 1, low: 2))

    @Test func `keys come back from their bytes`() {
        let keys = [
            .plan(Sample.audit), component, Sample.state, Sample.stateKey("é"),
            .other(Sample.audit, kind: 4, id: []), .other(Sample.audit, kind: 255, id: [0, 1]),
        ]
        for key in keys {
            #expect(RecordKey(bytes: key.bytes) == key)
            #expect(key.audit == Sample.audit)
        }
    }

    @Test func `different keys have different bytes`() {
        let keys = [
            .plan(Sample.audit), .plan(AuditID(high: 1, low: 1)), component, Sample.state,
            Sample.stateKey("collapsed"), .other(Sample.audit, kind: 4, id: []),
            .other(Sample.audit, kind: 5, id: []), .other(Sample.audit, kind: 4, id: [0]),
        ]
        #expect(Set(keys.map(\.bytes)).count == keys.count)
    }

    @Test func `bytes that no key encodes to are refused`() {
        let plan = RecordKey.plan(Sample.audit).bytes
        #expect(RecordKey(bytes: []) == nil)
        #expect(RecordKey(bytes: Array(plan.dropLast())) == nil, "no kind")
        #expect(RecordKey(bytes: plan + [0]) == nil, "more than a plan's key")
        #expect(RecordKey(bytes: Array(plan.dropLast()) + [0]) == nil, "no kind of any version")
        #expect(RecordKey(bytes: Array(component.bytes.dropLast())) == nil, "cut")
        #expect(RecordKey(bytes: component.bytes + [0]) == nil, "more than a component's key")
        let stateless = Array(Sample.state.bytes.dropLast("expanded".utf8.count))
        #expect(RecordKey(bytes: stateless) == nil, "no state")
        #expect(RecordKey(bytes: stateless + [0xFF]) == nil, "not UTF-8")
    }

    @Test func `a kind of a later version is kept with an id of up to a kilobyte`() {
        let later = Array(RecordKey.plan(Sample.audit).bytes.dropLast()) + [4]
        let id = [UInt8](repeating: 7, count: 1_024)
        #expect(RecordKey(bytes: later + id) == .other(Sample.audit, kind: 4, id: id))
        #expect(RecordKey(bytes: later + id)?.kindCode == 4)
        #expect(RecordKey(bytes: later + id + [7]) == nil)
    }

    /// `StateID` compares with Swift's `==`, which calls these two equal; their bytes are not.
    @Test func `a state id that is not composed is refused`() {
        let stateless = Array(Sample.state.bytes.dropLast("expanded".utf8.count))
        #expect(RecordKey(bytes: stateless + Array("e\u{301}".utf8)) == nil)
        #expect(RecordKey(bytes: stateless + Array("\u{E9}".utf8)) != nil)
    }
}
