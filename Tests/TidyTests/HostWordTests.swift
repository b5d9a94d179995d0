import Testing

/// What only a host knows, a site does not say by itself.
///
/// docs/decisions/0032-the-site-is-not-the-laptop.md says why.
struct HostWordTests {
    @Test func `a site knows neither the place of its home nor a zone of its own`() {
        let own = ["this laptop", "calendar.current", "timezone.current", "dateformatter"]
        for file in Repository.files where file.path.hasPrefix("Sources/Site/") {
            let found = file.lines.numbers { line in
                own.contains(where: line.lowercased().contains)
            }
            for line in found {
                Issue.record(
                    "\(file.path):\(line): ask the context for the place, and for the time in words"
                )
            }
        }
    }
}
