import Glibc
package import Shared

/// A component state on which many people have said much, as far as their shares let them.
///
/// Made whole: to apply its changes one after the other would take longer than what is measured.
package struct CrowdedRecord {
    package let record: Record

    /// How many writes live in the fullest one that tests ask for.
    ///
    /// `ACCORD_COST=bounds` asks for a record at its bounds: 55 authors with 2,048 writes each.
    package static let writesMax: Int = {
        guard let asked = getenv("ACCORD_COST"), String(cString: asked) == "bounds" else {
            return 2_048
        }
        return 55 * 2_048
    }()

    /// A record with so many live writes.
    ///
    /// Each author fills registers with versions that nobody replaced, sets with elements, and the
    /// rest with comments; each write names as many edits as its share has bytes for.
    package init(key: RecordKey, criteria: [String], writes count: Int) {
        // One place of those that testers have is left, so that somebody can still write.
        let authors = min(55, max(1, count / 32))
        var changes: [LiveChange] = []
        var context = VersionVector()
        for author in 0..<authors {
            let replica = ReplicaID(high: 77, low: UInt64(author))
            let share = count / authors + (author < count % authors ? 1 : 0)
            for number in 0..<share {
                let dot = Dot(replica: replica, n: UInt64(number) + 1)
                let body = ChangeBody(
                    author: PersonID(high: 77, low: UInt64(author)), act: .edit,
                    writes: [Self.write(number, by: author, criteria)],
                    sees: VersionVector(), wallTime: 1_763_000_000_000)
                let change = Change(key: key, dot: dot, body: body)
                changes.append(LiveChange(change: change, live: [0]))
                context.raise(to: dot)
            }
        }
        record = Record(key: key, context: context, changes: changes)
    }

    private static func write(_ number: Int, by author: Int, _ criteria: [String]) -> Write {
        let criterion = criteria[number / 8 % criteria.count]
        let names = (0..<12).map { EditID(high: UInt64(author), low: UInt64(number * 12 + $0)) }
        switch number {
        case ..<(8 * criteria.count):
            let field = FieldID(criterion: criterion, .note)
            let text = Text(normalizing: "Version \(number) of what \(author) noticed.")
            return Write(field: field, value: .text(text), replaces: names)
        case ..<(8 * criteria.count + 250):
            let field = FieldID(criterion: criteria[0], .tag, "tag-\(number)-of-\(author)")
            return Write(field: field, value: .present, replaces: names)
        default:
            let name = EditID(high: UInt64(author) + 1, low: UInt64(number)).hex
            let text = Text(normalizing: "Remark \(number) of \(author).")
            return Write(
                field: FieldID(criterion: criterion, .comment, name), value: .text(text),
                replaces: names)
        }
    }
}

/// What some work costs as history grows.
package struct CostGrowth: CustomStringConvertible {
    /// Seconds of this thread's processor time with a quarter of the history.
    package let quarter: Double
    /// The same with all of it.
    package let whole: Double

    /// Measures work with a quarter of the fullest history and with all of it; the least of a few.
    ///
    /// - Parameter work: Does it once with so many live writes, and tells its seconds.
    package init(_ work: (Int) throws -> Double) rethrows {
        func least(_ count: Int) throws -> Double {
            try (0..<3).map { _ in try work(count) }.min() ?? 0
        }
        quarter = try least(CrowdedRecord.writesMax / 4)
        var whole = try least(CrowdedRecord.writesMax)
        // What else the machine does makes some run slow, but not all of them.
        for _ in 0..<3 where whole > Self.most(quarter) {
            whole = min(whole, try work(CrowdedRecord.writesMax))
        }
        self.whole = whole
    }

    /// Four times the history costs four times as much, or less; with a square it would be sixteen.
    package var isAtMostLinear: Bool { whole <= Self.most(quarter) }

    private static func most(_ quarter: Double) -> Double { 8 * max(quarter, 0.000_5) }

    package var description: String { "\(quarter) s with a quarter, \(whole) s with all" }

    /// How much processor time this thread takes for some work.
    package static func seconds(_ work: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        }
        let begun = now()
        try work()
        return now() - begun
    }
}
