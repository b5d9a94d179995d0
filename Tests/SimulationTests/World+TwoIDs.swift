import Client
import Foundation
import Server
import Shared
import TestSupport

/// People who wrote under an id of their own before a server let them in under another.
extension World {
    private static let laptopsMax = 8

    /// Somebody works on another laptop with a colleague's file alone, and joins later by an
    /// invite that calls her by the id she has at the server.
    mutating func joinLate(_ index: Int) async throws {
        guard laptops.count < Self.laptopsMax, !isOut(laptops[index]) else { return }
        let audit = generator.pick(audits)
        let code = InviteCode.random(using: &generator)
        do throws(Problem) {
            try await core.invite(name: "", person: laptops[index].person, code: code, at: now)
        } catch {
            // A restored server may have forgotten her; another is busy.
            guard [.notFound, .overloaded].contains(error.code) else { throw error }
            return
        }
        let early = try meetWithoutServer(from: index, of: audit)
        for _ in 0...generator.below(3) {
            try open(early)
            try edit(early)
        }
        try await join(early, as: laptops[index].person, invite: code)
    }

    /// Another laptop, of nobody whom a server knows, that takes over what one has.
    mutating func meetWithoutServer(from index: Int, of audit: AuditID) throws -> Int {
        let identity = Identity(using: &generator)
        laptops.append(
            try Laptop(
                folder: folder, name: "early-\(laptops.count)", person: identity.person,
                identity: identity, network: newNetwork()))
        let early = laptops.count - 1
        try handOver(from: index, to: early, isAltered: false, of: audit)
        return early
    }

    mutating func join(_ index: Int, as person: PersonID, invite: InviteCode) async throws {
        let laptop = laptops[index]
        let request = try laptop.identity.enrolment(
            of: laptop.person, named: "", invite: invite.text)
        let answer = try await laptop.network.enrol(request)
        guard PersonID(bytes: answer.person) == person,
            PersonID(bytes: answer.alias) == laptop.person
        else { throw Violation(text: "an invite lets somebody else in") }
        try laptops[index].join(as: person, "late", answer, epoch: core.epoch)
        goals[.joinedLate, default: 0] += 1
    }
}
