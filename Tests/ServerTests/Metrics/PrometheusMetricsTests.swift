import CoreMetrics
import Testing

@testable import Server

struct PrometheusMetricsTests {
    @Test func `counters, gauges and times are printed as Prometheus reads them`() {
        let metrics = PrometheusMetrics(help: ["a_total": "What a is."])
        for value in ["x", "y", "x"] {
            Counter(label: "a_total", dimensions: [("of", value)], factory: metrics).increment()
        }
        Meter(label: "b_bytes", factory: metrics).set(12)
        let timer = Timer(label: "c_seconds", dimensions: [("of", "z")], factory: metrics)
        timer.recordNanoseconds(2_000_000)
        timer.recordNanoseconds(90_000_000_000)
        let lines = metrics.text().split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(7) == [
                "# HELP a_total What a is.", "# TYPE a_total counter", "a_total{of=\"x\"} 2",
                "a_total{of=\"y\"} 1", "# TYPE b_bytes gauge", "b_bytes 12",
                "# TYPE c_seconds histogram",
            ])
        #expect(lines.contains("c_seconds_bucket{of=\"z\",le=\"0.001\"} 0"))
        #expect(lines.contains("c_seconds_bucket{of=\"z\",le=\"0.0025\"} 1"))
        #expect(lines.contains("c_seconds_bucket{of=\"z\",le=\"60.0\"} 1"))
        #expect(lines.contains("c_seconds_bucket{of=\"z\",le=\"+Inf\"} 2"))
        #expect(lines.contains("c_seconds_count{of=\"z\"} 2"))
        #expect(lines.contains("c_seconds_sum{of=\"z\"} 90.002"))
    }

    @Test func `what a label holds cannot end it`() {
        let metrics = PrometheusMetrics(help: [:])
        Counter(label: "a", dimensions: [("of", "\"}\\\n")], factory: metrics).increment()
        #expect(metrics.text() == "# TYPE a counter\na{of=\"\\\"}\\\\\\n\"} 1\n")
    }
}
