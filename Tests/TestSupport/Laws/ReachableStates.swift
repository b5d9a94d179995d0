package import Shared

/// A random history of one record: replicas write and issue again, places receive, refuse, join.
///
/// A *place* is whatever holds a record: a server, its backup, a laptop's pulled copy. Every record
/// that a place ever held is a state that the system can really come to, and only for such states
/// are the laws of join claimed (docs/merge.md). Replicas 0 and 1 are one person's, a laptop and
/// its copy; the last one is a lead's, who adopts and withdraws.
package struct ReachableStates: Sendable {
    /// One change that a place took.
    package struct Application: Sendable {
        package let before: Record
        package let change: Change
        /// Whether the place had applied its edit under another dot.
        package let isAgain: Bool

        package var after: Record {
            var record = before
            record.take(change, isAgain: isAgain)
            return record
        }
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
        /// The edits that were applied.
        var known: Set<EditID> = []
    }

    package init(seed: UInt64, replicas: Int = 4, places: Int = 3, steps: Int = 14) {
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
        case ..<38: write(replica, seeing: place)
        case ..<48: issueAgain(as: replica, at: place)
        case ..<85: deliver(replica, to: place)
        case ..<89: refuse(replica, at: place)
        default: unite(place, with: generator.below(places.count))
        }
        let record = places[place].record
        if !records.contains(record) { records.append(record) }
    }

    private func author(of replica: Int) -> Int { max(replica, 1) }

    private func isLead(_ replica: Int) -> Bool { replica == chains.count - 1 }

    /// The replica edits what it sees: the place's record and its own changes on top.
    private mutating func write(_ replica: Int, seeing place: Int) {
        let shown = chains[replica].reduce(into: places[place].record) { $0.apply($1) }
        let act: Act = isLead(replica) && generator.chance(40) ? .decision : .edit
        var fields = act == .decision ? [Sample.withdrawn] : [Sample.judgement, Sample.note]
        if act == .edit {
            if generator.chance(20) { fields.append(Sample.withdrawn) }
            fields.remove(at: generator.below(fields.count))
        }
        append(
            fields.map { write($0, shown) }, to: replica, act: act, sees: shown.context,
            at: place)
    }

    private mutating func append(
        _ writes: [Write], to replica: Int, act: Act, sees: VersionVector, at place: Int
    ) {
        let n = UInt64(chains[replica].count + 1)
        chains[replica].append(
            .sample(replica, n, writes, act: act, author: author(of: replica), sees: sees))
        deliver(replica, to: place)
    }

    /// Names what is shown, or some of it, another's verdict too: that must do nothing.
    private mutating func write(_ field: FieldID, _ shown: Record) -> Write {
        let edits = shown.siblings(of: field).map(\.edit)
        let named = generator.chance(70) ? edits : edits.filter { _ in generator.chance(50) }
        let isRemoval = !named.isEmpty && generator.chance(15)
        let covers = shown.changes.map(\.change.edit).filter { _ in generator.chance(50) }
        let words = Text(normalizing: "words \(generator.below(3))")
        let value: FieldValue =
            switch field {
            case Sample.judgement:
                .judgement(generator.pick([.passed, .cantTell, .failed(.minor, .app)]))
            case Sample.withdrawn: .withdrawal(Withdrawal(reason: words, covers: covers))
            default: .text(words)  // open set: every other register has a text
            }
        return Write(field: field, value: isRemoval ? nil : value, replaces: named)
    }

    /// A copy issues again what the other laptop wrote, or a lead adopts anybody's.
    private mutating func issueAgain(as replica: Int, at place: Int) {
        let known = chains.enumerated().filter { other, _ in
            other != replica && (isLead(replica) || author(of: other) == author(of: replica))
        }.flatMap(\.element)
        guard !known.isEmpty else { return }
        let dot = Dot(replica: Sample.replica(replica), n: UInt64(chains[replica].count + 1))
        let lead = isLead(replica) ? Sample.person(author(of: replica)) : nil
        chains[replica].append(
            generator.pick(known).issuedAgain(
                at: dot, adoptedBy: lead, isUnplaced: generator.chance(50)))
        deliver(replica, to: place)
    }

    private mutating func deliver(_ replica: Int, to place: Int) {
        guard let change = nextChange(of: replica, at: place) else { return }
        let isAgain = places[place].known.contains(change.edit)
        applications.append(
            Application(before: places[place].record, change: change, isAgain: isAgain))
        places[place].record.take(change, isAgain: isAgain)
        places[place].known.insert(change.edit)
        places[place].received[replica] += 1
    }

    private mutating func refuse(_ replica: Int, at place: Int) {
        guard nextChange(of: replica, at: place) != nil else { return }
        places[place].received[replica] += 1
    }

    private mutating func unite(_ place: Int, with other: Int) {
        places[place].record = places[place].record.joined(with: places[other].record)
        places[place].known.formUnion(places[other].known)
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

extension Record {
    package mutating func take(_ change: Change, isAgain: Bool) {
        if isAgain { applyAgain(change) } else { apply(change) }
    }
}
