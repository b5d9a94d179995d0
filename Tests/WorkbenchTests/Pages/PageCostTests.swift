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
            site: site, person: try fixture.client.whoami(), now: fixture.client.now)
        let view = try fixture.client.view(fixture.audit)
        let id = try view.state(named: WorkbenchFixture.menuOpen)
        let place = try #require(
            StatePlace(
                id, try view.component(named: "Accounts/Account options"),
                try view.environment(named: "android-talkback-phone-15"), view,
                fixture.catalogue))
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
}
