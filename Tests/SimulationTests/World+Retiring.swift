import Foundation
import Server
import Shared
import TestSupport

@testable import Client

/// Devices that end with work on them, and what leads make of what was set aside.
extension World {
    private static let laptopsMax = 8

    /// A lead ends somebody's device, who hears of it when she syncs; sometimes as lost, so that it
    /// brings nothing any more.
    mutating func retire(by index: Int) async throws {
        let laptop = laptops[1 + generator.below(laptops.count - 1)]
        try await retire(laptop, as: generator.chance(30) ? .lost : .retired, by: index)
    }

    /// Ends a device while it asks a restored server for a number of its own, before or after.
    mutating func retireWhileEnrolling(_ index: Int) async throws {
        guard restoring.count > 0, index > 0, generator.chance(35) else { return }
        try await retire(laptops[index], as: .retired, by: 0)
    }

    mutating func retire(
        _ laptop: Laptop, as retirement: Retirement, by index: Int
    ) async throws {
        // Tomas stays, or nobody could settle anything.
        guard !isOut(laptop), case .device(_, let replica) = laptop.bearer,
            !laptops[0].replicas.contains(replica)
        else { return }
        // That it is lost its person says, on another device of hers or on this one.
        let teller = retirement == .lost ? laptop.network : laptops[index].network
        do {
            try await teller.tell(
                "\(ProtocolNames.replicas)/\(replica.hex):retire",
                #"{"lost":\#(retirement == .lost)}"#)
            retired[replica] = retirement
            // She may have been the last who led.
            try await nameMissingLeads()
            for audit in audits {
                tops[replica, default: [:]][audit] =
                    try await chain(of: replica, in: audit, by: laptop).last
            }
            try await noteOutOfReach()
        } catch let error as Problem {
            // Who does not lead may not; nor a device that the server has forgotten, or ended.
            let expected: [ProblemCode] = [
                .notAllowed, .notFound, .replicaRetired, .epochChanged, .overloaded,
            ]
            guard expected.contains(error.code) else { throw error }
        }
    }

    /// Whose device has ended begins anew on another; what waits on the old one stays there.
    mutating func rejoin(_ index: Int) async throws {
        guard retirement(of: laptops[index]) != nil, laptops.count < Self.laptopsMax
        else { return }
        do throws(Problem) {
            try await core.invite(
                name: "", person: laptops[index].person, code: .random(using: &generator), at: now)
        } catch {
            // A restored server may have forgotten her; one whose database another program holds is
            // asked again some other day.
            guard [.notFound, .overloaded].contains(error.code) else { throw error }
            return
        }
        try await addLaptop("again-\(laptops.count)", of: laptops[index].person)
        goals[.rejoined, default: 0] += 1
    }

    /// What a restored server lacks of a device that is lost before it could heal it.
    ///
    /// It is on that laptop still, and on every other that had pulled it.
    private mutating func noteOutOfReach() async throws {
        guard restoring.count > 0 else { return }
        for laptop in laptops where isOutOfReach(laptop) {
            try await forgetWhatIsLost(of: laptop)
        }
    }

    /// What a retired device enrols, to heal a restored server, is retired as well; not what it
    /// had enrolled before and asks for again.
    mutating func noteEnrolled(_ replica: ReplicaID, by bearer: Bearer) {
        guard case .device(_, let former) = bearer, let retirement = retired[former] else { return }
        guard !wasEnrolled(replica, before: retirement) else {
            goals[.enrolledBeforeRetirement, default: 0] += 1
            return
        }
        retired[replica] = retirement
        goals[.retiredFromBirth, default: 0] += 1
    }

    /// Whether a laptop converges with nobody any more: it is lost, or its device has ended.
    func isOut(_ laptop: Laptop) -> Bool {
        retirement(of: laptop) != nil || laptop.isDead
    }

    /// Whether the server takes nothing of a laptop any more: it is lost, or its device has ended
    /// and, reading nothing, cannot find out where its chain parts from that of its twin.
    func isOutOfReach(_ laptop: Laptop) -> Bool {
        switch retirement(of: laptop) {
        case nil: laptop.isDead
        case .retired: laptop.isDead || laptop.hasTwin
        case .lost: true
        }
    }

    /// How its device ended, or the one by whose token it still has to be enrolled.
    func retirement(of laptop: Laptop) -> Retirement? {
        if let retirement = retired[laptop.identity.replica] { return retirement }
        guard case .device(_, let replica) = laptop.bearer, let retirement = retired[replica]
        else { return nil }
        // What its twin goes on under is let in by no token but its own.
        let successor = Bearer.device(person: laptop.person, replica: laptop.identity.replica)
        let isTaken = laptops.contains { $0.bearer == successor }
        guard isTaken || !wasEnrolled(laptop.identity.replica, before: retirement)
        else { return nil }
        return retirement
    }

    /// Whether the server had recorded a replica before the device that asked for it ended.
    private func wasEnrolled(_ replica: ReplicaID, before retirement: Retirement) -> Bool {
        retirement == .retired && enrolledBefore[replica] == core.epoch
    }

    /// A sync of a device that has ended: what it brought waits for the leads, the rest stays.
    mutating func noteRefusal(_ index: Int, _ problem: Problem) throws {
        guard problem.code == .replicaRetired,
            let retirement = retirement(of: laptops[index])
        else { throw Violation(text: "a sync is refused: \(problem)") }
        switch retirement {
        case .retired: goals[.retired, default: 0] += 1
        case .lost: goals[.revoked, default: 0] += 1
        }
    }

    /// What came of devices after their end, and had an effect or should not have come at all.
    func effectiveAfterEnd() async throws -> [String] {
        guard restoring.count == 0 else { return [] }
        var found: [String] = []
        for laptop in laptops {
            guard case .device(_, let replica) = laptop.bearer,
                let retirement = retired[replica]
            else { continue }
            for audit in audits {
                let top = tops[replica]?[audit] ?? 0
                for item in try await chain(of: replica, in: audit, by: laptop).changes
                where item.n > top && (item.outcome == .applied || retirement == .lost) {
                    found.append("a \(retirement) device brought number \(item.n) in effect")
                }
            }
        }
        return found
    }

    // MARK: Quarantine

    /// A lead looks at something that was set aside, and adopts or discards it.
    mutating func settleQuarantine(by index: Int) async throws {
        let audit = generator.pick(audits)
        let bearer = laptops[index].bearer
        do throws(Problem) {
            let items = try await core.quarantine(of: audit, by: bearer).items
                .filter { $0.settled?.kind != .adopted }
            guard !items.isEmpty else { return }
            let item = generator.pick(items)
            if generator.chance(50) {
                try await adopt(item, in: audit, by: index)
                goals[.quarantineAdopted, default: 0] += 1
            } else {
                try await settle(item, of: audit, "discard", #"{"reason":"twice"}"#, by: index)
                goals[.quarantineDiscarded, default: 0] += 1
            }
        } catch {
            // Not every laptop is a lead's, and not everything can take effect.
            let expected: [ProblemCode] = [
                .notAllowed, .notAMember, .auditUnknown, .replicaRetired, .epochChanged,
                // Another program holds the server's database; the lead will try again.
                .overloaded,
            ]
            guard expected.contains(error.code) else { throw error }
        }
    }

    mutating func adopt(
        _ item: QuarantinedItem, in audit: AuditID, by index: Int
    ) async throws(Problem) {
        try await settle(item, of: audit, "adopt", "", by: index)
        try await noteAdopted(item, in: audit, by: laptops[index].bearer)
    }

    private func settle(
        _ item: QuarantinedItem, of audit: AuditID, _ verdict: String, _ order: String,
        by index: Int
    ) async throws(Problem) {
        try await laptops[index].network.tell(
            "\(ProtocolNames.audit(audit))/quarantine/\(item.id):\(verdict)", order)
    }

    private mutating func noteAdopted(
        _ item: QuarantinedItem, in audit: AuditID, by bearer: Bearer
    ) async throws(Problem) {
        guard let replica = ReplicaID(hex: item.device), let n = item.n else { return }
        if item.fingerprint != nil {
            // What could not be placed is in no chain of the server's, but on its author's laptop.
            let dot = Dot(replica: replica, n: n)
            let forged = liar?.forgeries.first { $0.change.dot == dot }
            if let forgery = forged, let meanings = forgery.meanings {
                // It stands in her name beside what she said, and takes nothing of that away.
                oracle.note(forgery.change, meanings)
                oracle.note(unplaced: forgery.change.deed)
                oracle.note(forgery.change.deed, .applied)
                adopted[forgery.change.deed] = forgery.change
                mayBeLost.insert(forgery.change.deed)
                goals[.forgeryAdopted, default: 0] += 1
                return
            }
            // Under one number a device that was put back can have written twice: by its hash.
            let kept = try? serverStore.unplaced(item.id)
            guard let change = kept else {
                throw Problem(.bug, detail: "what was adopted is nobody's")
            }
            // Until a chain of her own has brought it, nothing shows that it is hers.
            if await !isOnServer(change.deed) { oracle.note(unplaced: change.deed) }
            oracle.note(change.deed, .applied)
            adopted[change.deed] = change
            return
        }
        let chain = try await core.chain(of: replica, from: n, in: audit, by: bearer)
        guard let first = chain.changes.first, let key = RecordKey(bytes: [UInt8](first.key)),
            let change = try? Change(
                key: key, dot: Dot(replica: replica, n: n), bytes: [UInt8](first.body))
        else { throw Problem(.bug, detail: "what was adopted has no body") }
        oracle.note(change.deed, .applied)
        adopted[change.deed] = change
    }

    /// Whether a chain of its author's own has brought a deed, whatever became of it.
    private func isOnServer(_ deed: Deed) async -> Bool {
        for laptop in laptops {
            let edits = try? await editsOnServer(of: laptop)
            if edits?.contains(deed) == true { return true }
        }
        return false
    }

    /// What the server set aside, and shows no lead.
    func hiddenFromLeads() async throws -> [String] {
        var found: [String] = []
        for audit in audits {
            let listed = try await quarantine(of: audit)
            for record in try serverStore.recordsSetAside()
            where record.key.audit == audit && !listed.contains(record.digest.hex) {
                found.append("a lead is not shown a record that was set aside")
            }
            for hash in try serverStore.unplaced(in: audit) where !listed.contains(hash) {
                found.append("a lead is not shown what could not be placed: \(hash)")
            }
            for laptop in laptops {
                for replica in laptop.replicas {
                    let chain = try await chain(of: replica, in: audit, by: laptop)
                    for item in chain.changes where item.outcome == .quarantined {
                        guard let hash = Hash256(bytes: item.hash), !listed.contains(hash.hex)
                        else { continue }
                        found.append("a lead is not shown what was set aside: \(hash.hex)")
                    }
                }
            }
        }
        return found
    }

    /// Lets a lead's list follow the server's, as every program does when a sync is complete.
    func listQuarantine(_ index: Int, _ audit: AuditID) async throws {
        guard try laptops[index].store.quarantine.due(audit) != nil else { return }
        let client = try AuditClient(home: laptops[index].home)
        defer { try? client.store.close() }
        let trouble = try await client.syncing.refreshQuarantine(
            audit, over: laptops[index].network)
        if faults == .none, let trouble { throw Violation(text: trouble.message) }
    }

    /// What waits for the leads, and the laptop of one of them lists otherwise.
    func listedOtherwise() async throws -> [String] {
        var found: [String] = []
        for audit in audits {
            let waiting = Set(try await items(of: audit).filter { $0.settled == nil }.map(\.id))
            for (index, laptop) in laptops.enumerated()
            where !isOut(laptop) && laptop.ruins == nil {
                guard try leads(index, audit) else { continue }
                let listed = Set(try laptop.store.quarantine.waiting(audit).map(\.id))
                guard listed != waiting else { continue }
                found.append(
                    "laptop \(index), a lead's, lists \(listed.count) of what waits; "
                        + "\(waiting.subtracting(listed).count) of \(waiting.count) are missing")
            }
        }
        return found
    }

    /// What a lead made of a change, and its author's laptop does not know.
    func untoldResolutions() async throws -> [String] {
        var found: [String] = []
        for audit in audits {
            // Of what could not be placed her own push decides, whatever a lead made of it before.
            let settled = try await items(of: audit).filter {
                $0.settled != nil && $0.fingerprint == nil
            }
            for laptop in laptops where !isOut(laptop) && laptop.ruins == nil {
                var own: Set<Dot> = []
                try laptop.store.log.ownChanges(audit) { own.insert($0.change.dot) }
                let known = try laptop.store.pull.resolutions(audit)
                for item in settled {
                    guard let replica = ReplicaID(hex: item.device), let n = item.n,
                        own.contains(Dot(replica: replica, n: n))
                    else { continue }
                    let resolution = known[Dot(replica: replica, n: n)]
                    if resolution?.kind != item.settled?.kind
                        || resolution?.reason != item.settled?.reason
                    {
                        found.append("a lead settled \(item.id), and its author does not know")
                    }
                }
            }
        }
        return found
    }

    /// The ids of all that is kept, settled or not.
    private func quarantine(of audit: AuditID) async throws -> Set<String> {
        Set(try await items(of: audit).map(\.id))
    }

    func items(of audit: AuditID) async throws -> [QuarantinedItem] {
        var listed: [QuarantinedItem] = []
        var place: QuarantinePlace?
        repeat {
            let page = try await core.quarantine(of: audit, after: place, by: eyes(on: audit))
            listed += page.items
            place = page.next
        } while place != nil
        return listed
    }
}
