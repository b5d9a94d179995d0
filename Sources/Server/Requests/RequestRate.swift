import Foundation
import NIOCore
import Shared
import Synchronization

/// How often each asker has asked lately.
final class RequestRate: Sendable {
    private let buckets: Mutex<RequestBuckets<Asker>>
    private let limits: Limits
    /// The time since some moment; it never goes back, whatever is done to the wall's clock.
    private let elapsed: @Sendable () -> Duration

    init(limits: Limits, clock: any Clock<Duration>) {
        self.limits = limits
        elapsed = Self.stopwatch(clock)
        buckets = Mutex(RequestBuckets(countMax: limits.requestersMax))
    }

    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// Counts a request; when it is one too many, in how many seconds it would not be.
    func take(_ asker: Asker) -> Int? {
        let perMinute =
            switch asker {
            case .person, .exporters: limits.requestsPerMinuteMax
            case .network: limits.anonymousRequestsPerMinuteMax
            }
        // Read within, or of two requests the later one might come with the earlier time.
        let wait = buckets.withLock { $0.take(asker, perMinute: perMinute, at: elapsed()) }
        guard let (seconds, rest) = wait?.components else { return nil }
        return Int(seconds) + (rest > 0 ? 1 : 0)
    }
}

/// Where a request comes from: an address of IPv4, a network of IPv6, or this machine.
///
/// One customer of IPv6 has 2^64 addresses, which all begin alike.
struct RemoteNetwork: Hashable, Sendable {
    /// Four or eight bytes; none without a socket.
    private let prefix: [UInt8]

    init?(text: String) {
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        self.init(address)
    }

    /// Reads an address as proxies tell it: some in brackets, some with the port of the connection.
    init?(hop: String) {
        let unwrapped =
            hop.hasPrefix("[") ? hop.dropFirst().prefix { $0 != "]" } : hop.prefix { $0 != ":" }
        guard let network = Self(text: hop) ?? Self(text: String(unwrapped)) else { return nil }
        self = network
    }

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): prefix = Self.bytes(of: address.address.sin_addr)
        case .v6(let address):
            let bytes = Self.bytes(of: address.address.sin6_addr)
            // Who listens for both hears of IPv4 in this form, of which every network is the same.
            let isMapped = bytes.starts(with: [UInt8](repeating: 0, count: 10) + [255, 255])
            prefix = isMapped ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
        case .unixDomainSocket, nil: prefix = []
        }
    }

    private static func bytes<Address>(of address: Address) -> [UInt8] {
        withUnsafeBytes(of: address) { Array($0) }
    }
}
