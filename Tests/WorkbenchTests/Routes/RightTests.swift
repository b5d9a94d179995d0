import Foundation
import HTTPTypes
import NIOCore
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What a row of the routes asks for is asked of every request to it.
struct RightTests {
    @Test(arguments: [Role.reader, .tester])
    func `whoever lacks the right of a row is refused by its middleware`(role: Role) async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        try await fixture.serve { browser in
            let inside = try await browser.entered()
            var refused = 0
            for route in browser.laptop.routes(SignIn(host: "127.0.0.1", now: { Date() })) {
                let isAllowed =
                    switch route.right {
                    case .nothing, .member: true
                    case .tester: role != .reader
                    case .lead: false
                    }
                guard !isAllowed else { continue }
                // Whatever else the address names is not looked for before.
                let path = route.path.rawValue
                    .replacing(":audit", with: fixture.audit.hex)
                    .split(separator: "/").map { $0.hasPrefix(":") ? "x" : $0 }
                    .joined(separator: "/")
                let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
                let page = try await inside.send(
                    "/\(path)", route.method, form, ByteBuffer(string: "text=Typed%20%3Chere%3E"))
                #expect(page.status == .forbidden, "\(route.method) \(path)")
                refused += 1
                guard route.method == .post else { continue }
                #expect(page.text.contains("Typed &lt;here&gt;"), "\(path)")
            }
            #expect(refused >= (role == .reader ? 18 : 5))
        }
        #expect(try fixture.findings().isEmpty)
    }
}
