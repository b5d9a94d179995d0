import CoreMetrics
import Synchronization

/// Keeps what is counted and measured, and prints it in Prometheus' text format.
///
/// A metric's label is its name there, and its dimensions are its labels.
final class PrometheusMetrics: MetricsFactory {
    /// What the first line above a name says.
    private let help: [String: String]
    /// By name, then by labels as they are printed.
    private let families = Mutex<[String: [String: any Series]]>([:])

    init(help: [String: String]) { self.help = help }

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Everything, in the order of names and labels.
    func text() -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, all) in families.sorted(by: { $0.key < $1.key }) {
            guard let kind = all.values.first?.kind else { continue }
            if let words = help[name] { text += "# HELP \(name) \(words)\n" }
            text += "# TYPE \(name) \(kind)\n"
            for (labels, series) in all.sorted(by: { $0.key < $1.key }) {
                for line in series.lines(labels) { text += name + line + "\n" }
            }
        }
        return text
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions) { CounterSeries() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions) { GaugeSeries() }
    }

    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        series(label, dimensions) { GaugeSeries() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions) { TimeSeries() }
    }

    // What was counted once stays: a counter that vanishes would look like a restart.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    private func series<Kind: Series>(
        _ name: String, _ dimensions: [(String, String)], make: () -> Kind
    ) -> Kind {
        let labels = Self.printed(dimensions)
        return families.withLock { families in
            if let known = families[name]?[labels] as? Kind { return known }
            precondition(
                families[name]?.values.allSatisfy { $0 is Kind } != false,
                "One name is one kind of metric.")
            let new = make()
            families[name, default: [:]][labels] = new
            return new
        }
    }

    /// Labels without their braces.
    private static func printed(_ dimensions: [(String, String)]) -> String {
        dimensions.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
            return "\(name)=\"\(escaped)\""
        }.joined(separator: ",")
    }
}

/// What is told of one name under one set of labels.
private protocol Series: AnyObject, Sendable {
    var kind: String { get }
    /// Each behind the name: its suffix, labels and value.
    func lines(_ labels: String) -> [String]
}

extension Series {
    fileprivate func braced(_ labels: String) -> String { labels.isEmpty ? "" : "{\(labels)}" }
}

private final class CounterSeries: Series, CounterHandler {
    private let count = Mutex<Int64>(0)
    let kind = "counter"

    func increment(by amount: Int64) { count.withLock { $0 &+= amount } }
    func reset() { count.withLock { $0 = 0 } }

    func lines(_ labels: String) -> [String] {
        ["\(braced(labels)) \(count.withLock(\.self))"]
    }
}

private final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    private let value = Mutex<Double>(0)
    let kind = "gauge"

    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { value.withLock { $0 = new } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ new: Int64) { set(new) }
    func record(_ new: Double) { set(new) }

    func lines(_ labels: String) -> [String] {
        let value = value.withLock(\.self)
        let whole = Int64(exactly: value).map { "\($0)" }
        return ["\(braced(labels)) \(whole ?? "\(value)")"]
    }
}

/// Times as a histogram of seconds.
private final class TimeSeries: Series, TimerHandler {
    private struct State {
        var counts = [UInt64](repeating: 0, count: TimeSeries.bounds.count + 1)
        var seconds = 0.0
    }

    private let state = Mutex(State())
    let kind = "histogram"
    /// A held pull takes up to half a minute, most others a few milliseconds.
    private static let bounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
    ]

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.seconds += seconds
        }
    }

    func lines(_ labels: String) -> [String] {
        let state = state.withLock(\.self)
        let front = labels.isEmpty ? "" : labels + ","
        var count: UInt64 = 0
        let bounds = Self.bounds.map { "\($0)" } + ["+Inf"]
        let buckets = zip(bounds, state.counts).map { bound, more in
            count += more
            return "_bucket{\(front)le=\"\(bound)\"} \(count)"
        }
        return buckets + [
            "_sum\(braced(labels)) \(state.seconds)", "_count\(braced(labels)) \(count)",
        ]
    }
}
