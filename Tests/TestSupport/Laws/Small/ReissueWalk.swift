import Shared

/// All that servers can make of one small history, and of each other's records.
///
/// A *lineage* is one server's life: what it took of each chain, in some order. Two lineages are a
/// server and what it was before it was put back to a backup; their records are joined, and then
/// every chain goes on.
package struct ReissueWalk {
    /// How much was walked, and how many siblings stood too many, as they may.
    package struct Tally: Sendable {
        package var histories = 0
        package var lineages = 0
        package var joins = 0
        package var continuations = 0
        package var residue = 0
    }

    package private(set) var tally = Tally()
    /// The first claim that did not hold, with its history.
    package private(set) var violation: Violation?
    let rules: Rules

    package init(rules: Rules = Rules()) {
        self.rules = rules
    }

    /// Walks a history; one of its changes may be set aside by the server, and stays that.
    package mutating func walk(_ history: ReissueHistory, settingAside aside: Int? = nil) {
        tally.histories += 1
        var walk = OneHistory(history, aside: aside, rules: rules)
        walk.run()
        tally.lineages += walk.tally.lineages
        tally.joins += walk.tally.joins
        tally.continuations += walk.tally.continuations
        tally.residue += walk.tally.residue
        guard violation == nil, let claim = walk.broken else { return }
        let told = aside.map { ", with \($0) set aside" } ?? ""
        violation = .broken("\(claim), in \(history.description)\(told)")
    }

    /// Walks every history of so many changes, each with each of its changes set aside in turn
    /// where that is asked for, until a claim is false.
    ///
    /// - Parameter stride: Only one in so many histories.
    package mutating func walkAll(
        of count: Int, _ alphabet: ReissueHistory.Alphabet, settingAside: Bool = false,
        stride: Int = 1
    ) {
        var place = 0
        ReissueHistory.each(of: count, alphabet) { history in
            place += 1
            guard place % stride == 0 else { return true }
            if settingAside {
                for aside in history.steps.indices { walk(history, settingAside: aside) }
            } else {
                walk(history)
            }
            return violation == nil
        }
    }
}

/// The walk through one history.
private struct OneHistory {
    /// One server's life so far; sets of steps are bits.
    private struct Lineage {
        var received = 0
        var accepted = 0
        var isCausal = true
        var number = 0
        var server: SmallServer
    }

    private struct Place: Hashable {
        let received: Int
        let accepted: Int
        let number: Int
        let isCausal: Bool
        let known: Set<Rules.Identity>
        let unplaced: Set<Rules.Identity>
    }

    private struct Checked: Hashable {
        let number: Int
        let accepted: Int
        let isExact: Bool
    }

    var tally = ReissueWalk.Tally()
    /// The first claim that is false.
    private(set) var broken: String?
    private let steps: [ReissueHistory.Step]
    private let meanings: [Deed: [FieldID: Oracle.Meaning]]
    private let aside: Int?
    private let rules: Rules
    private var table: RecordTable
    private var oracles: [Int: Oracle] = [:]
    private var checked: Set<Checked> = []

    init(_ history: ReissueHistory, aside: Int?, rules: Rules) {
        steps = history.steps
        meanings = history.meanings
        self.aside = aside
        self.rules = rules
        table = RecordTable(history, rules: rules)
    }

    private var all: Int { 1 << steps.count - 1 }

    mutating func run() {
        let lineages = lineages(settingAside: aside)
        tally.lineages += lineages.count
        let causal = lineages.filter(\.isCausal)
        for lineage in lineages {
            check(
                lineage.number, lineage.accepted, isExact: lineage.isCausal && aside == nil,
                "on one server")
        }
        if aside == nil { checkOrder(causal) }
        // Who decides anew after a restore has taken what was set aside before.
        let later =
            rules.fault == .outcomesDecidedAnew
            ? self.lineages(settingAside: nil).filter(\.isCausal) : causal
        joinPairs(causal, later, "after a join")
        if aside == nil, lineages.count <= 40 { joinPairs(lineages, lineages, "after any join") }
        // In every order where that is soon done, else in those that honest laptops lead to.
        let numbers = Set(lineages.map(\.number))
        joinTriples((numbers.count <= 12 ? numbers : Set(causal.map(\.number))).sorted())
        goOn(causal)
    }

    private mutating func fail(_ claim: String) {
        if broken == nil { broken = claim }
    }

    // MARK: One server

    /// Every life of one server, through every order of delivery.
    private mutating func lineages(settingAside aside: Int?) -> [Lineage] {
        var start = Lineage(server: SmallServer(rules: rules))
        start.number = table.number(of: start.server.record)
        var found = [start]
        var seen: Set<Place> = []
        var next = 0
        while next < found.count {
            let lineage = found[next]
            next += 1
            for step in steps.indices where canCome(step, after: lineage.received) {
                var longer = lineage
                let needs = steps[step].names
                if needs & ~originals(of: lineage.received) != 0 { longer.isCausal = false }
                longer.received |= 1 << step
                if step != aside { deliver(step, to: &longer, receipt: nil) }
                if seen.insert(place(of: longer)).inserted { found.append(longer) }
            }
        }
        return found
    }

    private mutating func deliver(
        _ step: Int, to lineage: inout Lineage, receipt: Trail.Outcome?
    ) {
        let outcome = lineage.server.take(steps[step].change, receipt: receipt)
        if outcome == .applied || outcome == .again { lineage.accepted |= 1 << step }
        lineage.number = table.number(of: lineage.server.record)
    }

    private func canCome(_ step: Int, after received: Int) -> Bool {
        received & 1 << step == 0
            && !steps[..<step].indices.contains {
                received & 1 << $0 == 0 && steps[$0].writer == steps[step].writer
            }
    }

    private func originals(of received: Int) -> Int {
        steps.indices.reduce(0) {
            received & 1 << $1 == 0 ? $0 : $0 | 1 << steps[$1].original
        }
    }

    private func place(of lineage: Lineage) -> Place {
        Place(
            received: lineage.received, accepted: lineage.accepted, number: lineage.number,
            isCausal: lineage.isCausal, known: lineage.server.known,
            unplaced: lineage.server.unplaced)
    }

    /// Every causal order of everything comes to one record.
    private mutating func checkOrder(_ causal: [Lineage]) {
        let ends = Set(causal.filter { $0.received == all }.map(\.number))
        if ends.count > 1 { fail("two causal orders come to two records") }
    }

    // MARK: Two servers

    private mutating func joinPairs(_ some: [Lineage], _ others: [Lineage], _ place: String) {
        var seen: Set<[Int]> = []
        for one in some {
            for two in others
            where seen.insert([one.number, two.number, one.accepted | two.accepted]).inserted {
                tally.joins += 1
                let joined = table.join(one.number, two.number)
                if table.join(two.number, one.number) != joined { fail("join is not commutative") }
                check(joined, one.accepted | two.accepted, isExact: false, place)
            }
        }
    }

    private mutating func joinTriples(_ numbers: [Int]) {
        for (first, one) in numbers.enumerated() {
            for (second, two) in numbers.enumerated().dropFirst(first + 1) {
                let left = table.join(one, two)
                for three in numbers.dropFirst(second + 1) {
                    let all = table.join(left, three)
                    let right = table.join(two, three)
                    if table.join(one, right) != all
                        || table.join(table.join(one, three), two) != all
                    {
                        fail("join is not associative")
                    }
                }
            }
        }
    }

    /// A server takes back what it had made itself, and then everything that is still to come, with
    /// receipts for what it said before; without them, where something was set aside, too.
    private mutating func goOn(_ causal: [Lineage]) {
        for hasReceipts in aside == nil ? [true] : [true, false] {
            var seen: Set<Place> = []
            var open: [Lineage] = []
            for one in causal {
                for two in causal {
                    var united = one
                    united.server.reconcile(with: two.server.record)
                    united.accepted |= two.accepted
                    united.number = table.number(of: united.server.record)
                    if seen.insert(place(of: united)).inserted { open.append(united) }
                }
            }
            while let lineage = open.popLast() {
                tally.continuations += 1
                check(
                    lineage.number, lineage.accepted, isExact: false, "on a server that goes on")
                for step in steps.indices where canCome(step, after: lineage.received) {
                    var longer = lineage
                    longer.received |= 1 << step
                    let isCovered = longer.server.record.context.covers(steps[step].change.dot)
                    let said: Trail.Outcome? =
                        step == aside ? .quarantined : isCovered ? .applied : nil
                    deliver(step, to: &longer, receipt: hasReceipts ? said : nil)
                    if seen.insert(place(of: longer)).inserted { open.append(longer) }
                }
            }
        }
    }

    // MARK: The oracle

    /// Nothing that was accepted and not replaced is missing; what stands too many is exactly
    /// nothing, or at least nothing that something shown replaces.
    private mutating func check(
        _ number: Int, _ accepted: Int, isExact: Bool, _ place: String
    ) {
        guard broken == nil,
            checked.insert(Checked(number: number, accepted: accepted, isExact: isExact)).inserted
        else { return }
        let oracle = oracle(of: accepted)
        for field in [Sample.judgement, Sample.note] {
            let shown = rules.siblings(of: field, in: table.records[number])
            let found = oracle.differences(from: shown, in: field)
            if !found.lost.isEmpty { fail("something is lost \(place)") }
            for sibling in found.extra {
                tally.residue += 1
                if isExact || oracle.isReplaced(sibling.deed, byOneOf: shown, in: field) {
                    fail("deed \(sibling.deed) stands too many \(place)")
                }
            }
        }
    }

    private mutating func oracle(of accepted: Int) -> Oracle {
        if let known = oracles[accepted] { return known }
        let marked = steps.indices.filter { steps[$0].change.unplacedOrigin != nil }
            .reduce(0) { $0 | 1 << $1 }
        let placed = originals(of: accepted & ~marked)
        let deeds = originals(of: accepted)
        var oracle = Oracle()
        for index in steps.indices where deeds & 1 << index != 0 {
            var meaning = meanings[Deed(index)] ?? [:]
            if placed & 1 << index == 0 {
                meaning = meaning.mapValues { $0.unplaced(index, steps, placed: placed) }
            }
            oracle.accept(Deed(index), meaning: meaning)
        }
        oracles[accepted] = oracle
        return oracle
    }
}

extension Oracle.Meaning {
    /// What it means while nothing shows whose it is: it takes the place of what came by the same
    /// chain in the same way, and of nothing else.
    fileprivate func unplaced(
        _ place: Int, _ steps: [ReissueHistory.Step], placed: Int
    ) -> Oracle.Meaning {
        Oracle.Meaning(
            says: says,
            replaces: replaces.filter {
                placed & 1 << Int($0) == 0 && steps[Int($0)].writer == steps[place].writer
            })
    }
}
