import Client
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// What a page costs does not grow faster than what stands on its component state.
struct PageCostTests {
    @Test func `the page of a component state costs at most in proportion to its record`() throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        let site = Laptop(fixture.client, fixture.catalogue, WorkbenchSettings()).site
        let context = PageContext(
            site: site, person: try fixture.client.whoami(), time: site.time)
        let view = try fixture.client.view(fixture.audit)
        let id = try view.state(named: WorkbenchFixture.menuOpen)
        let place = try #require(view.workOrder(fixture.catalogue).place(id))
        let growth = try CostGrowth { count in
            let crowd = CrowdedRecord(
                key: .state(fixture.audit, id), criteria: place.criteria.map(\.id), writes: count)
            try fixture.arrive(crowd.record)
            return try CostGrowth.seconds {
                let page = try StatePage(place, in: context)
                #expect(!PageTemplates.embedded.html(page).isEmpty)
            }
        }
        #expect(growth.isAtMostLinear, "\(growth)")
    }

    /// The largest of all that are built in.
    private static func largest(in fixture: WorkbenchFixture) throws -> StatePlace {
        let (catalogue, audit) = (fixture.catalogue, fixture.audit)
        let drafts = catalogue.controls.map { control in
            let states = control.platforms.flatMap { platform in
                platform.states.map { (platform: platform.id, state: $0.id) }
            }
            return Drafts.component(
                audit, screen: "S", control: control.id, label: control.id, ordinal: 1,
                states: states)
        }
        try fixture.client.save(drafts, in: audit)
        let order = try fixture.client.view(audit).workOrder(catalogue)
        let places = order.allPlaces().flatMap(\.places)
        return try #require(places.max { $0.possible.count < $1.possible.count })
    }

    @Test(arguments: [0, 2, 1])
    func `the page of 25 criteria weighs at most 120 kB, judged with notes or not`(
        every step: Int
    ) throws {
        let fixture = try WorkbenchFixture()
        var place = try Self.largest(in: fixture)
        #expect(place.possible.count >= 25)
        for (number, criterion) in place.possible.enumerated()
        where step > 0 && number % step == 0 {
            var finding = FindingEntry(
                environment: place.environment.plain, state: place.id.state,
                criterion: criterion.id)
            finding.outcome = number % 3 == 0 ? .failed : .cantTell
            finding.texts[.note] = "Heard twice on the way to stop 4, without its role button."
            finding.texts[.heard] = "Sheet grabber, double tap to activate"
            _ = try fixture.client.recording.record(
                finding, of: "S/\(place.component.label)", in: place.view,
                catalogue: fixture.catalogue)
        }
        let site = Laptop(fixture.client, fixture.catalogue, WorkbenchSettings()).site
        let context = PageContext(
            site: site, person: try fixture.client.whoami(), time: site.time)
        place = try StatePlace(place.id, of: fixture.client.view(fixture.audit), in: context)
        let html = PageTemplates.embedded.html(try StatePage(place, in: context))
        #expect(html.utf8.count <= 120_000)
    }
}
