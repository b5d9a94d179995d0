package import Shared

/// A random history of one record: replicas write, places receive, refuse, and are joined.
///
/// A *place* is whatever holds a record: a server, its backup, a laptop's pulled copy. Every record
/// that a place ever held is a state that the system can really come to, and only for such states
/// are the laws of join claimed (docs/merge.md).
package struct ReachableStates: Sendable {
    /// One change that a place applied.
    package struct Application: Sendable {
        package let before: Record
        package let change: Change
    }

    /// Every record that some place held, in the order it first did; the empty record is the first.
    package private(set) var records: [Record]
    /// Every change that met a place, in order.
    package private(set) var applications: [Application] = []
    private var places: [Place]
    private var chains: [[Change]]
    private var generator: SeededGenerator

    private struct Place {
        var record: Record
        /// How many changes of each replica were received, refused ones too.
        var received: [Int]
    }

    package init(seed: UInt64, replicas: Int = 3, places: Int = 3, steps: Int = 14) {
        let empty = Record(key: Sample.state)
        generator = SeededGenerator(seed: seed)
        records = [empty]
        chains = Array(repeating: [], count: replicas)
        self.places = Array(
            repeating: Place(record: empty, received: Array(repeating: 0, count: replicas)),
            count: places)
        for _ in 0..<steps { step() }
    }

    private mutating func step() {
        let place = generator.below(places.count)
        let replica = generator.below(chains.count)
        switch generator.below(100) {
        case ..<45: write(replica, seeing: place)
        case ..<85: deliver(replica, to: place)
        case ..<90: refuse(replica, at: place)
        default: unite(place, with: generator.below(places.count))
        }
        let record = places[place].record
        if !records.contains(record) { records.append(record) }
    }

    /// The replica edits what it sees: the place's record and its own changes on top.
    private mutating func write(_ replica: Int, seeing place: Int) {
        let shown = chains[replica].reduce(into: places[place].record) { $0.apply($1) }
        var writes = [write(Sample.judgement, shown), write(Sample.note, shown)]
        if generator.chance(60) { writes.remove(at: generator.below(2)) }
        let n = UInt64(chains[replica].count + 1)
        chains[replica].append(.sample(replica, n, writes, sees: shown.context))
        deliver(replica, to: place)
    }

    private mutating func write(_ field: FieldID, _ shown: Record) -> Write {
        let edits = shown.siblings(of: field).map(\.edit)
        let named = generator.chance(70) ? edits : edits.filter { _ in generator.chance(50) }
        let isRemoval = !named.isEmpty && generator.chance(15)
        let value: FieldValue =
            field == Sample.note
            ? .text(Text(normalizing: "note \(generator.below(3))"))
            : .judgement(generator.pick([.passed, .cantTell, .failed(.minor, .app)]))
        return Write(field: field, value: isRemoval ? nil : value, replaces: named)
    }

    private mutating func deliver(_ replica: Int, to place: Int) {
        guard let change = nextChange(of: replica, at: place) else { return }
        applications.append(Application(before: places[place].record, change: change))
        places[place].record.apply(change)
        places[place].received[replica] += 1
    }

    private mutating func refuse(_ replica: Int, at place: Int) {
        guard nextChange(of: replica, at: place) != nil else { return }
        places[place].received[replica] += 1
    }

    private mutating func unite(_ place: Int, with other: Int) {
        places[place].record = places[place].record.joined(with: places[other].record)
        for replica in chains.indices {
            places[place].received[replica] = max(
                places[place].received[replica], places[other].received[replica])
        }
    }

    private func nextChange(of replica: Int, at place: Int) -> Change? {
        let received = places[place].received[replica]
        return received < chains[replica].count ? chains[replica][received] : nil
    }
}
