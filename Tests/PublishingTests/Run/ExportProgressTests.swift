import Synchronization
import Testing

@testable import Publishing

struct ExportProgressTests {
    @Test func `at most four lines a second are shown, the first at once, and taken away`() {
        let time = Mutex(ContinuousClock.now)
        let shown = Mutex<[String]>([])
        let progress = ExportProgress(now: { time.withLock { $0 } }) { line in
            shown.withLock { $0.append(line) }
        }
        for count in 1...1000 {
            progress.looked(at: count)
            time.withLock { $0 += .milliseconds(1) }
        }
        progress.wrote(1)
        progress.wrote(2)
        progress.end()
        #expect(
            shown.withLock { $0 } == [
                "Read 1 finding", "Read 251 findings", "Read 501 findings", "Read 751 findings",
                "Wrote 1 finding", "",
            ])
    }

    @Test func `what was never shown is not taken away`() {
        let progress = ExportProgress { _ in Issue.record("Nothing is to be shown.") }
        progress.end()
    }
}
