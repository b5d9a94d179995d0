import Shared

/// Small worlds of what a server believes and counts: whether the rules let a colleague be harmed.
package enum SmallTrust {
    private static let maya = 1
    private static let lee = 2

    /// Whether a laptop says "saved", and the server then has no room, because of others' work.
    package static func refusesForOthersWork(under rules: Rules) -> Bool {
        var limits = Limits.standard
        limits.shareBytesMax = 400
        limits.elementsPerFieldMax = 2
        // Each works offline, and knows her own work alone.
        let works = [maya, lee].map { author in
            (1...3).map { n in
                Change.sample(
                    author, UInt64(n),
                    [Write(field: note(author, n), value: text("\(n)"), replaces: [])])
            }
        }
        var server = Record(key: Sample.state)
        for work in works {
            var own = Record(key: Sample.state)
            for change in work where fits(change, own, rules, limits) {
                own.apply(change)
                guard fits(change, server, rules, limits) else { return true }
                server.apply(change)
            }
        }
        return false
    }

    private static func fits(
        _ change: Change, _ record: Record, _ rules: Rules, _ limits: Limits
    ) -> Bool {
        guard rules.fault == .sharedBound else {
            return record.excess(of: change, limits: limits) == nil
        }
        return record.applying(change).changes.count <= limits.elementsPerFieldMax
    }

    /// Whether somebody with one device is told that she has too many, after a server that was
    /// started many times adopted some of her work.
    package static func countsServersReplicas(under rules: Rules) -> Bool {
        let limits = Limits.standard
        let own = Sample.replica(1)
        var owners: [ReplicaID: PersonID?] = [own: Sample.person(maya)]
        var context = VersionVector([Dot(replica: own, n: 1)])
        for start in 0...limits.shareReplicasMax {
            let replica = Sample.replica(100 + start)
            owners[replica] =
                rules.fault == .serverReplicaCounted ? Sample.person(maya) : .some(nil)
            context.raise(to: Dot(replica: replica, n: 1))
        }
        let counted = context.entries.count { owners[$0.replica] == .some(Sample.person(maya)) }
        return counted > limits.shareReplicasMax
    }

    /// Whether a verdict that somebody carried before its author's device was known is missing once
    /// she brings it herself.
    package static func losesCarried(under rules: Rules) -> Bool {
        let verdict = Change.judged(1, 1, .passed)
        var server = SmallServer(rules: rules)
        // The numbers of the chain that the server has given an outcome.
        var chain: [UInt64: Trail.Outcome] = [:]
        var deposits: [Change] = [verdict]
        if rules.fault == .depositTakesNumber {
            chain[verdict.dot.n] = .quarantined
            deposits = []
        }
        if chain[verdict.dot.n] == nil { chain[verdict.dot.n] = server.take(verdict) }
        let isLive = server.record.siblings(of: Sample.judgement).map(\.edit) == [verdict.edit]
        // What lies there is offered to the leads until its author brought it.
        return !isLive && deposits.isEmpty
    }

    /// Whether a bundle that a forger signed by herself is taken for her colleague's.
    package static func takesForgedBundle(under rules: Rules) -> Bool {
        struct Bundle {
            let replica: ReplicaID
            /// The key that lies in the file, and the one that signed it.
            let key: Int
            let signedBy: Int
        }
        let registered = [Sample.replica(maya): 1, Sample.replica(lee): 2]
        func isTaken(_ bundle: Bundle) -> Bool {
            let key = rules.fault == .bundleKeyBelieved ? bundle.key : registered[bundle.replica]
            return key == bundle.signedBy
        }
        precondition(
            isTaken(Bundle(replica: Sample.replica(maya), key: 1, signedBy: 1)),
            "A bundle of a known device is taken, or this would show nothing.")
        return isTaken(Bundle(replica: Sample.replica(maya), key: 9, signedBy: 9))
    }

    /// Whether a liar who says that a colleague's note was erased takes it from everybody.
    package static func erasesForLiars(under rules: Rules) -> Bool {
        let hers = Change.noted(1, 1, "not spoken")
        // A server that was put back asks laptops for what it lacks; it erased nothing.
        let erased: Set<Hash256> = []
        let claimed = hers.hash
        let isBelieved = rules.fault == .erasedBelieved || erased.contains(claimed)
        // Whoever is not believed is asked for the body, which a colleague has.
        var server = SmallServer(rules: rules)
        if !isBelieved { _ = server.take(hers) }
        return server.record.siblings(of: Sample.note).isEmpty
    }

    private static func note(_ author: Int, _ n: Int) -> FieldID {
        FieldID(criterion: Sample.criterion, .comment, "\(author)-\(n)")
    }

    private static func text(_ string: String) -> FieldValue {
        .text(Text(normalizing: string))
    }
}
