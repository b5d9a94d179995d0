import Shared

/// The push of what follows a batch, under way before the answer to that batch is settled.
///
/// It goes out only behind a number under which the server named the laptop's own hash, so it is
/// what the next run would send if this one ended here: the server then knows it already.
struct AheadPush: Sendable {
    private let reading: AheadCall<OutgoingBatch?>
    private let pushing: AheadCall<Settlement?>

    init(
        behind settlement: Settlement, of audit: AuditID, countMax: Int, bytesMax: Int,
        as compression: TransportRequest.Compression, from store: ClientStore,
        to server: ServerCalls
    ) {
        let reading = AheadCall {
            try store.push.batch(
                audit, behind: settlement, countMax: countMax, bytesMax: bytesMax)
        }
        self.reading = reading
        pushing = AheadCall {
            guard let batch = try await reading.answer() else { return nil }
            return try await server.push(
                batch, to: audit, epoch: try store.home()?.epoch, as: compression)
        }
    }

    /// What is sent; nil when nothing is, or when it could not be read.
    func batch() async -> OutgoingBatch? { try? await reading.answer() }

    /// Returns once the request was answered or has failed.
    func finish() async { await pushing.finish() }

    /// The server's answer; nil when nothing was sent.
    func answer() async throws(ServerCallError) -> Settlement? { try await pushing.answer() }

    /// Gives the request up; the server may have taken it all the same.
    func cancel() { pushing.cancel() }
}
