import Reading
import Shared
import Testing

@testable import Client

/// Which standards an audit groups its findings by.
struct AuditLensesTests {
    @Test func `leads add and remove lenses in one change, and the same again writes nothing`()
        throws
    {
        let desk = try Desk()
        func change(_ added: [String], _ removed: [String] = []) throws -> [String] {
            try desk.client.catalogues.changeLenses(
                adding: added, removing: removed, in: desk.view())
            return try desk.view().plan.lenses
        }
        #expect(try desk.view().plan.lenses == [])
        #expect(try change(["WCAG-2.2", "raam-1.1"]) == ["raam-1.1", "wcag-2.2"])
        #expect(try change(["section-508"], ["raam-1.1"]) == ["section-508", "wcag-2.2"])
        let saved = try changes(desk)
        #expect(try change(["wcag-2.2"], ["raam-1.1"]) == ["section-508", "wcag-2.2"])
        #expect(try changes(desk) == saved)
    }

    private func changes(_ desk: Desk) throws -> Int {
        var count = 0
        try desk.client.store.log.ownChanges(desk.audit) { _ in count += 1 }
        return count
    }

    @Test func `nothing is saved where one name is wrong, or added and removed`() throws {
        let desk = try Desk()
        for (added, removed) in [
            (["wcag-2.2", "wcag-3"], []), (["wcag-2.2"], ["wcag-2.2"]), (["wcag-2.2"], ["odd"]),
        ] {
            #expect(throws: AuditError.self) {
                try desk.client.catalogues.changeLenses(
                    adding: added, removing: removed, in: desk.view())
            }
        }
        #expect(try desk.view().plan.lenses == [])
    }

    @Test func `a lens of a later version is shown, and can be removed`() throws {
        let desk = try Desk()
        try desk.client.savePlan([FieldEdit(FieldID(.lens, "wcag-3"), .present)], of: desk.view())
        #expect(try desk.view().plan.lenses == ["wcag-3"])
        try desk.client.catalogues.changeLenses(adding: [], removing: ["wcag-3"], in: desk.view())
        #expect(try desk.view().plan.lenses == [])
    }

    @Test func `who is no lead changes none`() throws {
        let desk = try Desk(role: .tester)
        #expect(throws: (any Error).self) {
            try desk.client.catalogues.changeLenses(
                adding: ["wcag-2.2"], removing: [], in: desk.view())
        }
    }
}
