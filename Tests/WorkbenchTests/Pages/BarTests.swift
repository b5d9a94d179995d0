import Shared
import Testing

@testable import Site
@testable import Workbench

/// The bars that pages draw of counts.
struct BarTests {
    @Test func `pieces follow each other without gaps and untested is left out`() {
        let bar = Bar([.passed: 1, .failed: 1, .untested: 1], of: 3)
        #expect(bar.pieces.map(\.kind) == ["p", "f"])
        #expect(bar.pieces.map(\.start) == ["0.0", "33.3"])
    }

    @Test func `an audit without findings has an empty bar`() {
        #expect(Bar([:], of: 0).pieces.isEmpty)
    }
}
