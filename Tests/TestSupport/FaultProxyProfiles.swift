/// How a line behaves towards everybody, whatever they say.
package struct LineProfile: Sendable, CustomStringConvertible {
    /// As a table names it.
    package var name: String
    /// Each way, shared by all connections; nil is as fast as the machine.
    package var bytesPerSecond: Int?
    /// Added to every exchange, half of it each way.
    package var roundTrip = Duration.zero
    /// At most so much is added each way, at random; bytes of a connection stay in order.
    package var jitter = Duration.zero
    /// All connections are reset each time this has passed.
    package var cutEvery: Duration?
    /// A connection is reset each time so many bytes have passed the line, both ways together.
    package var cutEveryBytes: Int?

    package init(_ name: String) { self.name = name }

    package var description: String { name }

    /// Adds nothing.
    package static let clear = LineProfile("clear")

    /// The rim of a cell: 120 kbit/s, 800 ms there and back, a new connection every 40 seconds.
    package static let lteEdge = LineProfile("LTE edge") {
        $0.bytesPerSecond = 15_000
        $0.roundTrip = .milliseconds(800)
        $0.jitter = .milliseconds(100)
        $0.cutEvery = .seconds(40)
    }

    /// A crowded access point: 1 Mbit/s, moody, connections dropped after 300 kB.
    package static let hotelWiFi = LineProfile("hotel Wi-Fi") {
        $0.bytesPerSecond = 125_000
        $0.roundTrip = .milliseconds(120)
        $0.jitter = .milliseconds(200)
        $0.cutEveryBytes = 300_000
    }

    /// Between tunnels: 2 Mbit/s for fifteen seconds at a time.
    package static let train = LineProfile("train") {
        $0.bytesPerSecond = 250_000
        $0.roundTrip = .milliseconds(300)
        $0.jitter = .milliseconds(300)
        $0.cutEvery = .seconds(15)
    }

    /// The lines that testers really have.
    package static let all = [lteEdge, hotelWiFi, train]

    /// The same line with time running so many times as fast: as many bytes between two cuts.
    package func faster(by factor: Int) -> LineProfile {
        var profile = self
        profile.bytesPerSecond = bytesPerSecond.map { $0 * factor }
        profile.roundTrip = roundTrip / factor
        profile.jitter = jitter / factor
        profile.cutEvery = cutEvery.map { $0 / factor }
        return profile
    }

    private init(_ name: String, _ set: (inout LineProfile) -> Void) {
        self.init(name)
        set(&self)
    }
}
