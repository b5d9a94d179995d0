@testable import Client
import Reading
import Shared
import Testing

/// How people name things (`AuditView+Names.swift`).
struct AuditViewNamesTests {
    private let desk: Desk
    private let view: AuditView

    init() throws {
        desk = try Desk()
        view = try desk.view()
    }

    @Test(arguments: [
        "Accounts/Account options", "accounts/account OPTIONS", " Accounts/Account  options",
        "Accounts/Account options/1",
    ])
    func `a component is found by its names`(name: String) throws {
        #expect(try view.component(named: name).control == "menu")
    }

    @Test func `a component is found by six or more digits of its id`() throws {
        let id = try view.component(named: Desk.menu).id
        #expect(try view.component(named: String(id.hex.prefix(6))).id == id)
        #expect(try view.component(named: id.hex.uppercased()).id == id)
        #expect(trouble { _ = try view.component(named: String(id.hex.prefix(5))) } != nil)
    }

    @Test func `an unknown component is told with the near ones`() throws {
        let found = trouble { _ = try view.component(named: "Accounts/Acount options") }
        #expect(found?.kind == .notFound)
        #expect(found?.message.contains("Accounts/Account options") == true)
    }

    @Test func `two controls of one name are told apart by id`() throws {
        let twin = Drafts.component(
            desk.audit, screen: "Accounts", control: "sheet", label: "Account options", ordinal: 1,
            states: [])
        try desk.client.save([twin], in: desk.audit)
        let view = try desk.view()
        let found = trouble { _ = try view.component(named: Desk.menu) }
        #expect(found?.kind == .badInput)
        #expect(found?.message.contains("(sheet)") == true)
        #expect(found?.message.contains("(menu)") == true)
    }

    @Test func `a component state is found and named the same way`() throws {
        let id = try view.state(named: Desk.open)
        #expect(id.state == "expanded")
        #expect(id.round == 1)
        #expect(view.name(of: id) == Desk.open)
    }

    @Test(arguments: ["", "Accounts/Account options", "a@b", "a@b:", "@:", "a:b"])
    func `another form of a component state is refused`(name: String) {
        #expect(trouble { _ = try view.state(named: name) }?.kind == .badInput)
    }

    @Test func `an environment that the plan lacks is told with those it has`() throws {
        let name = "\(Desk.menu)@ios-voiceover-phone-17:expanded"
        let found = trouble { _ = try view.state(named: name) }
        #expect(found?.kind == .notFound)
        #expect(found?.message.contains(Desk.ios) == true)
    }

    @Test func `members are found by name or id`() throws {
        #expect(try view.member(named: "lee okafor") == desk.lee)
        #expect(try view.member(named: String(desk.maya.hex.prefix(8))) == desk.maya)
        #expect(trouble { _ = try view.member(named: "Nobody") }?.kind == .notFound)
    }

    @Test func `an audit is found by title, by id, or as the only one`() throws {
        #expect(try desk.client.audit(named: nil) == desk.audit)
        #expect(try desk.client.audit(named: "larkfield mobile") == desk.audit)
        #expect(try desk.client.audit(named: String(desk.audit.hex.prefix(8))) == desk.audit)
        #expect(trouble { _ = try desk.client.audit(named: "Other") }?.kind == .notFound)
    }

    @Test func `with two audits one has to be named`() throws {
        let other = AuditID(high: 7, low: 7)
        let draft = Drafts.audit(
            other, title: "Second", catalogue: desk.catalogue.pin.text, builds: [:],
            environments: [],
            creator: view.person, name: "Tomas Berg")
        try desk.client.save([draft], in: other)
        let found = trouble { _ = try desk.client.audit(named: nil) }
        #expect(found?.kind == .usage)
        #expect(found?.message.contains("Second") == true)
    }

    @Test func `a text much longer than every name has none near, and is not compared`() throws {
        let text = String(repeating: "Cards/Row ", count: 10_000)
        try #require(nearNames(to: text, among: ["Cards/Row 1"]) == [])
        #expect(nearNames(to: text, among: (1...5_000).map { "Cards/Row \($0)" }) == [])
        #expect(nearNames(to: "Cards/Row 1 of many", among: ["Cards/Row 1"]) == ["Cards/Row 1"])
    }
}
