import Hummingbird
import NIOCore
import Shared

/// Sends pieces of an answer, and cuts a client off that takes none for too long.
struct StallGuard: Sendable {
    let environment: RouteEnvironment
    let channel: any Channel

    /// Returns once the piece has left.
    @concurrent func send(
        _ bytes: [UInt8], to writer: inout any ResponseBodyWriter
    ) async throws {
        let alarm = Task { [environment, channel] in
            try await environment.clock.sleep(for: environment.core.limits.stallMax)
            channel.close(mode: .all, promise: nil)
        }
        defer { alarm.cancel() }
        try await writer.write(ByteBuffer(bytes: bytes))
    }
}
