import Foundation
import Shared
import TestSupport

@testable import Client

extension Laptop {
    /// A pull that a laptop asked its server to hold until there is news.
    struct Held {
        let audit: AuditID
        fileprivate let start: PullStart
        fileprivate let replica: ReplicaID
        /// Nil until it is answered.
        fileprivate(set) var answer: AheadPull?
    }

    /// What the next sync of an audit takes over; one that is not answered yet is given up, as for
    /// work that cannot wait.
    mutating func takeHeld(_ audit: AuditID, seed: UInt64) -> AheadPull? {
        guard let held, held.audit == audit else { return nil }
        // Another program on the same home syncs beside the one that waits, and does not know.
        if held.answer != nil, seed % 7 == 0 { return nil }
        self.held = nil
        if held.answer != nil { network.note(.heldAnswerTaken) }
        return held.answer
    }
}

/// Laptops that wait for news at the server, while anything happens to both.
extension World {
    /// A laptop that has nothing to send asks its server to hold a pull.
    mutating func hold(_ index: Int) throws {
        let audit = generator.pick(audits)
        let laptop = laptops[index]
        guard laptop.session == nil, !laptop.awaitsEnrolment,
            try laptop.store.push.queue(audit).count == 0,
            try laptop.store.pull.standing(audit) != nil,
            let home = try laptop.store.home()
        else { return }
        var start = try PullStart(of: audit, in: laptop.store)
        start.hold = .seconds(25)
        laptops[index].held = Laptop.Held(audit: audit, start: start, replica: home.replica)
    }

    /// The server answers a pull that it holds: something came, or the time is over.
    mutating func answerHeld(_ index: Int) async throws {
        guard let held = laptops[index].held, held.answer == nil else { return }
        let answer = AheadPull(
            held.audit, from: held.start, countMax: Limits.standard.pullRecordsMax,
            replica: held.replica, by: ServerCalls(transport: laptops[index].network))
        await answer.call.finish()
        laptops[index].held?.answer = answer
    }
}
