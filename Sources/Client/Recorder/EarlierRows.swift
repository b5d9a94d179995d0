import Shared

/// What earlier rows speak of, so that no two say different things of one finding or state.
///
/// It keeps 16 bytes a finding, because a file may have millions. Whoever finds two findings of
/// one hash, which takes some 2^48 attempts, has her own rows refused.
struct EarlierRows {
    private let audit: AuditID
    private var findings = Digests<Finding>()
    /// Component states of which something is said.
    private var states = Digests<Finding>()
    private var lastState: StateID?
    private var tested = Digests<Tested>()
    /// What rows of the state that was named last say it was tested with.
    private var last: (state: StateID, values: [FieldID: (value: FieldValue?, line: Int)])?

    init(of audit: AuditID) { self.audit = audit }

    private struct Finding: Comparable {
        let high: UInt64
        let low: UInt32
        let line: UInt32

        func isOfSame(_ other: Finding) -> Bool { (high, low) == (other.high, other.low) }

        static func < (one: Finding, other: Finding) -> Bool {
            (one.high, one.low, one.line) < (other.high, other.low, other.line)
        }
    }

    private struct Tested: Comparable {
        let key: UInt64
        let value: UInt64
        let line: UInt32
        /// Its place among `testedTexts`.
        let field: UInt32

        static func < (one: Tested, other: Tested) -> Bool {
            (one.key, one.line) < (other.key, other.line)
        }
    }

    /// What is wrong with a row beside those just before it: a clause.
    mutating func note(_ checked: FindingCheck.Checked, line: Int) -> String? {
        let words = Self.words(of: bytes(checked.state) + Array(checked.criterion.utf8))
        findings.add(
            Finding(
                high: words.0, low: UInt32(truncatingIfNeeded: words.1), line: Self.short(line)),
            at: words.0)
        if !checked.isSilent, checked.state != lastState {
            lastState = checked.state
            let words = Self.words(of: bytes(checked.state))
            states.add(
                Finding(high: words.0, low: UInt32(truncatingIfNeeded: words.1), line: 0),
                at: words.0)
        }
        guard !checked.stateEdits.isEmpty else { return nil }
        if last?.state != checked.state {
            settle()
            last = (checked.state, [:])
        }
        for edit in checked.stateEdits {
            guard let earlier = last?.values[edit.field] else {
                last?.values[edit.field] = (edit.value, line)
                continue
            }
            guard earlier.value == edit.value else {
                return Self.clause(of: edit.field.name, earlier.line)
            }
        }
        return nil
    }

    /// How many component states rows say something of.
    var stateCount: Int {
        var all = states
        var count = 0
        all.each { count += $0.chunked(by: { $0.isOfSame($1) }).count }
        return count
    }

    /// What is wrong with rows that lie apart, by their lines.
    mutating func problems() -> [(line: Int, clause: String)] {
        settle()
        var problems: [(line: Int, clause: String)] = []
        findings.each { sorted in
            for run in sorted.chunked(by: { $0.isOfSame($1) }) {
                for one in run.dropFirst() {
                    let first = run[run.startIndex].line
                    problems.append((Int(one.line), "line \(first) speaks of the same finding"))
                }
            }
        }
        tested.each { sorted in
            for run in sorted.chunked(by: { $0.key == $1.key }) {
                let first = run[run.startIndex]
                for one in run.dropFirst() where one.value != first.value {
                    let name = FieldName.testedTexts[Int(one.field)]
                    problems.append((Int(one.line), Self.clause(of: name, Int(first.line))))
                }
            }
        }
        return problems.sorted { $0.line < $1.line }
    }

    /// Keeps what the last state was tested with, for rows of it that lie apart from these.
    private mutating func settle() {
        guard let last else { return }
        for (field, found) in last.values {
            let key = Self.words(of: bytes(last.state) + Array(field.path.utf8)).0
            let value = found.value.map { Self.words(of: Array(($0.text ?? "").utf8)).0 } ?? 0
            let index = field.name.flatMap { FieldName.testedTexts.firstIndex(of: $0) } ?? 0
            tested.add(
                Tested(key: key, value: value, line: Self.short(found.line), field: UInt32(index)),
                at: key)
        }
        self.last = nil
    }

    private func bytes(_ state: StateID) -> [UInt8] { RecordKey.state(audit, state).bytes }

    private static func clause(of name: FieldName?, _ line: Int) -> String {
        "line \(line) gives another \(name?.rawValue ?? "text") for the same component state"
    }

    private static func short(_ line: Int) -> UInt32 { UInt32(clamping: line) }

    private static func words(of bytes: [UInt8]) -> (UInt64, UInt64) {
        Hash256(of: bytes).bytes.withUnsafeBytes {
            (
                $0.loadUnaligned(as: UInt64.self),
                $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
    }
}

/// Many small values in lists that grow apart: one that grows is never copied as a whole.
private struct Digests<Value: Comparable> {
    private var buckets: [[Value]] = Array(repeating: [], count: 256)

    mutating func add(_ value: Value, at hash: UInt64) {
        let index = Int(hash >> 56)
        let count = buckets[index].count
        if count == buckets[index].capacity {
            buckets[index].reserveCapacity(count + count / 8 + 16)
        }
        buckets[index].append(value)
    }

    mutating func each(_ body: ([Value]) -> Void) {
        for index in buckets.indices {
            buckets[index].sort()
            body(buckets[index])
        }
    }
}

extension Array {
    /// Slices of neighbours that belong together.
    fileprivate func chunked(by isSame: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices.dropFirst() where !isSame(self[index - 1], self[index]) {
            chunks.append(self[start..<index])
            start = index
        }
        return isEmpty ? [] : chunks + [self[start...]]
    }
}
