import Shared

/// The records of one small history by number, with their joins: most of them meet many times.
struct RecordTable {
    private(set) var records: [Record] = []
    private let dots: [Dot]
    private let rules: Rules
    private var numbers: [Int: Int] = [:]
    private var joins: [Int: Int] = [:]

    init(_ history: ReissueHistory, rules: Rules) {
        dots = history.steps.map(\.change.dot)
        self.rules = rules
    }

    mutating func number(of record: Record) -> Int {
        let signature = signature(of: record)
        if let number = numbers[signature] { return number }
        numbers[signature] = records.count
        records.append(record)
        return records.count - 1
    }

    mutating func join(_ one: Int, _ two: Int) -> Int {
        let pair = one << 16 | two
        if let number = joins[pair] { return number }
        let number = number(of: rules.join(records[one], records[two]))
        joins[pair] = number
        return number
    }

    /// All that a record of this history can differ in: how far each of three replicas is known,
    /// and which writes of which change live.
    private func signature(of record: Record) -> Int {
        var signature = 0
        for dot in record.context.entries {
            signature |= Int(dot.n) << (16 + 4 * Int(dot.replica.low))
        }
        for entry in record.changes {
            let place = dots.firstIndex(of: entry.change.dot) ?? 0
            for index in entry.live { signature |= 1 << (2 * place + index) }
        }
        return signature
    }
}
