import CCurl

/// The handle of libcurl that holds all exchanges and the kept connections.
///
/// `@unchecked Sendable` is sound because only `wakeUp` is called from other threads, and libcurl
/// documents `curl_multi_wakeup` as the one call that may be made from any thread at any time while
/// the handle lives. That it lives is the owner's lock: `CurlLoop` wakes only inside the lock under
/// which its inbox is open, and its thread, which makes every other call, cleans up only after it
/// has seen the inbox closed inside that lock, and then never touches the handle again.
struct CurlMultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    /// Loads libcurl with the first handle; a `static let` is made exactly once.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() {
        precondition(Self.isLibraryReady, "libcurl could not be initialised.")
        guard let pointer = curl_multi_init()
        else { preconditionFailure("There is no memory left for a handle of libcurl.") }
        self.pointer = pointer
    }

    func wakeUp() { curl_multi_wakeup(pointer) }
    /// Closes the kept connections; all exchanges must have been removed.
    func cleanUp() { curl_multi_cleanup(pointer) }
}
