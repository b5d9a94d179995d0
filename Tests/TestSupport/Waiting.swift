/// Lets others go on until something holds.
///
/// - Throws: `CancellationError` once the test's time is over: a wait that never ended went on
///   beside all other tests, and took their time.
package func waiting(
    until holds: () -> Bool, isolation: isolated (any Actor)? = #isolation
) async throws {
    while !holds() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
