import Shared
import TestSupport
import Testing

@testable import Server

/// Leads that whoever has the data folder names.
struct NamedLeadTests {
    @Test func `whoever has the data folder makes a lead of who has joined`()
        async throws
    {
        let team = try await TestServer().team()
        try await team.server.core.nameLead(
            team.other.person, of: team.audit, at: TestServer.now)
        let members = try await team.server.core.summary(of: team.audit)?.members ?? []
        #expect(members.first { $0.person == team.other.person }?.role == .lead)
        #expect(try await team.server.core.verify(team.audit).faults == [])
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer).head
        try await team.server.core.nameLead(
            team.other.person, of: team.audit, at: TestServer.now)
        #expect(
            try await team.server.core.audit(team.audit, by: team.lead.bearer).head == head)
        await #expect(throws: Problem.self) {
            try await team.server.core.nameLead(
                PersonID(high: 5, low: 5), of: team.audit, at: TestServer.now)
        }
    }
}
