import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// Invites that leads write, and who tries to come by one otherwise.
struct AuditInvitesTests {
    private static let now = TestServer.now

    private static func order(_ name: String = "Ines Duarte") -> AuditInviteOrder {
        AuditInviteOrder(name: name, role: .tester)
    }

    @Test func `a lead's invite lets one person in, and gives her no audit`() async throws {
        let team = try await TestServer().team()
        let written = try await team.invite()
        let answer = try await team.enrol(TestKey(40), by: written.code)
        #expect(answer.personName == "Ines Duarte")
        let bearer = try team.server.core.bearer(of: answer.token, at: Self.now)
        await #expect(throws: Problem(.notAMember)) {
            try await team.server.core.audit(team.audit, by: bearer)
        }
        let listed = try await team.invites.list(by: team.lead.bearer)
        #expect(listed.map(\.name) == ["Ines Duarte"])
        #expect(listed.first?.person == TestKey(40).person.hex)
        #expect(listed.first?.by == "Tomas")
        #expect(listed.first?.used == Self.now)
    }

    @Test func `the database has no code, only what it is known again by`() async throws {
        let team = try await TestServer().team()
        let written = try await team.invite()
        let code = try #require(InviteCode(typed: written.code))
        #expect(code.hash.hex == written.invite.id)
        let hashes = try await team.server.core.read { db in
            try db.rows("select hash, name, person, device from invite") { try $0.hash(0) }
        }
        #expect(hashes == [code.hash])
    }

    @Test func `only who leads that very audit invites, lists and takes back`() async throws {
        let team = try await TestServer().team()
        let written = try await team.invite()
        let stranger = try await team.server.device("Sam", person: 7, replica: 7)
        let other = AuditID(high: 9, low: 10)
        try await team.server.core.found(other, lead: stranger.person, at: Self.now)
        let exporter = Bearer.exporter(audit: team.audit, token: .zero)
        let refused: [(Bearer, ProblemCode)] = [
            (team.tester.bearer, .notAllowed), (team.reader.bearer, .notAllowed),
            (stranger.bearer, .notAMember), (exporter, .notAllowed),
        ]
        for (bearer, code) in refused {
            #expect(await team.writing(by: bearer) == code)
            #expect(await team.refusal { try await $0.list(by: bearer) } == code)
            #expect(await team.revoking(written.invite.id, by: bearer) == code)
        }
        // Her own audit's invites are hers, and do not reach into another's.
        let own = AuditInvites(core: team.server.core, audit: other)
        #expect(try await own.list(by: stranger.bearer).isEmpty)
        await #expect(throws: Problem.self) {
            try await own.revoke(written.invite.id, by: stranger.bearer, at: Self.now)
        }
        #expect(try await team.invites.list(by: team.lead.bearer).count == 1)
    }

    @Test func `a retired device invites nobody, and an audit that is not there is unknown`()
        async throws
    {
        let team = try await TestServer().team()
        let unknown = AuditInvites(core: team.server.core, audit: AuditID(high: 9, low: 99))
        let answer = await #expect(throws: Problem.self) {
            try await unknown.write(Self.order(), by: team.lead.bearer, at: Self.now)
        }
        #expect(answer?.code == .auditUnknown)
        _ = try await team.server.core.retire(
            team.lead.replica, as: .retired, by: team.lead.bearer, at: Self.now)
        #expect(
            await team.writing(by: team.lead.bearer)
                == .replicaRetired)
    }

    @Test func `the fifty-first open invite is refused, until one is taken back, used or over`()
        async throws
    {
        let team = try await TestServer().team()
        var written: [WrittenInvite] = []
        for number in 1...50 { written.append(try await team.invite("Tester \(number)")) }
        #expect(Set(written.map(\.code)).count == 50)
        #expect(await team.writing(by: team.lead.bearer) == .tooManyInvites)
        // They count together over all audits of one lead.
        let other = AuditID(high: 9, low: 10)
        try await team.server.core.found(other, lead: team.lead.person, at: Self.now)
        let elsewhere = AuditInvites(core: team.server.core, audit: other)
        await #expect(throws: Problem.self) {
            try await elsewhere.write(Self.order(), by: team.lead.bearer, at: Self.now)
        }
        _ = try await team.invites.revoke(written[0].invite.id, by: team.lead.bearer, at: Self.now)
        _ = try await team.invite("Ines")
        _ = try await team.enrol(TestKey(41), by: written[1].code)
        _ = try await team.invite("Rui")
        #expect(await team.writing(by: team.lead.bearer) == .tooManyInvites)
        let week = Self.now.addingTimeInterval(7 * 24 * 3600)
        _ = try await team.invites.write(Self.order(), by: team.lead.bearer, at: week)
    }

    @Test func `a used, a revoked and an expired code let nobody in`() async throws {
        let team = try await TestServer().team()
        let used = try await team.invite("Ines")
        _ = try await team.enrol(TestKey(42), by: used.code)
        #expect(await team.enrolling(TestKey(43), by: used.code) == .inviteInvalid)
        let revoked = try await team.invite("Rui")
        let once = try await team.invites.revoke(
            revoked.invite.id, by: team.lead.bearer, at: Self.now)
        #expect(once.revoked == Self.now)
        let again = try await team.invites.revoke(
            revoked.invite.id, by: team.lead.bearer, at: Self.now.addingTimeInterval(60))
        #expect(again == once)
        #expect(await team.enrolling(TestKey(43), by: revoked.code) == .inviteInvalid)
        let old = try await team.invite("Eva")
        #expect(old.invite.expires == Self.now.addingTimeInterval(7 * 24 * 3600))
        #expect(
            await team.enrolling(TestKey(43), by: old.code, at: old.invite.expires)
                == .inviteInvalid)
        #expect(
            await team.revoking(used.invite.id, by: team.lead.bearer)
                == .notAllowed)
        for id in ["", "0", String(repeating: "0", count: 64), "../keep"] {
            #expect(
                await team.revoking(id, by: team.lead.bearer)
                    == .notFound)
        }
    }

    @Test func `who leads no more has invited nobody`() async throws {
        let team = try await TestServer().team()
        let written = try await team.invite()
        try await team.server.core.write { db in
            let audit = try AuditTables(db: db).known(team.audit)
            try AuditTables(db: db).replaceMembers(
                of: audit.number, with: [team.tester.person: .lead, team.lead.person: .tester])
        }
        #expect(await team.enrolling(TestKey(44), by: written.code) == .inviteInvalid)
    }

    @Test func `a name says something, on one line, in two hundred bytes`() async throws {
        let team = try await TestServer().team()
        let wrong: [(String, ProblemCode)] = [
            ("", .malformed), (" \n ", .malformed), ("Ines\nDuarte", .malformed),
            ("Ines\u{0}", .malformed), ("Ines\u{2028}Duarte", .malformed),
            (String(repeating: "I", count: 201), .tooLarge),
            (String(repeating: "ñ", count: 5_000), .tooLarge),
        ]
        for (name, code) in wrong {
            #expect(
                await team.writing(name, by: team.lead.bearer) == code, "\(name.prefix(20))")
        }
        #expect(try await team.invites.list(by: team.lead.bearer).isEmpty)
        let name = String(repeating: "ñ", count: 100)
        #expect(try await team.invite("  \(name) ").invite.name == name)
    }

    @Test func `with a limit of nothing leads write no invites`() async throws {
        var limits = Limits.standard
        limits.openInvitesPerLeadMax = 0
        let team = try await TestServer(limits: limits).team()
        #expect(
            await team.writing(by: team.lead.bearer)
                == .invitesOff)
        // Who may not invite learns nothing of that.
        #expect(
            await team.writing(by: team.tester.bearer)
                == .notAllowed)
        let told = team.server.core.capabilities(program: "", at: Self.now).limits
        #expect(told["open_invites_per_lead_max"] == 0)
    }

    @Test func `a database of the format before is brought up to this one`() async throws {
        let server = try TestServer().restarted { folder in
            let path = folder.url.appending(path: AuditStore.fileName).path
            try Self.takeBack(path)
        }
        _ = try await server.team().invite()
    }

    /// Undoes the migrations.
    private static func takeBack(_ path: String) throws {
        let file = try DatabaseFile(path: path, format: Schema.format)
        try file.write { db in
            for table in [
                "audit_invite", "unplaced_adoption", "quarantine_stamp", "quarantined_file",
            ] {
                try db.run("drop table \(table)")
            }
            try db.run("drop index change_quarantined")
            try db.run("drop index unplaced_change_by_edit")
            try db.run(
                "create unique index unplaced_change_by_edit on unplaced_change (audit, edit)")
            try db.run("pragma user_version = 8")
        }
        try file.close()
    }
}

extension TestTeam {
    fileprivate var invites: AuditInvites { AuditInvites(core: server.core, audit: audit) }

    fileprivate func invite(_ name: String = "Ines Duarte") async throws -> WrittenInvite {
        try await invites.write(
            AuditInviteOrder(name: name, role: .tester), by: lead.bearer, at: TestServer.now)
    }

    fileprivate func enrol(
        _ key: TestKey, by code: String, at now: Date = TestServer.now
    ) async throws(Problem) -> WireEnrolResponse {
        try await server.core.enrol(key.enrolment(invite: code), at: now)
    }

    fileprivate func enrolling(
        _ key: TestKey, by code: String, at now: Date = TestServer.now
    ) async -> ProblemCode? {
        do throws(Problem) {
            _ = try await enrol(key, by: code, at: now)
            return nil
        } catch {
            return error.code
        }
    }

    fileprivate func writing(
        _ name: String = "Ines Duarte", by bearer: Bearer
    ) async -> ProblemCode? {
        let order = AuditInviteOrder(name: name, role: .tester)
        return await refusal { try await $0.write(order, by: bearer, at: TestServer.now) }
    }

    fileprivate func revoking(_ id: String, by bearer: Bearer) async -> ProblemCode? {
        await refusal { try await $0.revoke(id, by: bearer, at: TestServer.now) }
    }

    fileprivate func refusal<Answer>(
        _ ask: (AuditInvites) async throws -> Answer
    ) async -> ProblemCode? {
        do {
            _ = try await ask(invites)
            return nil
        } catch {
            return (error as? Problem)?.code
        }
    }
}
