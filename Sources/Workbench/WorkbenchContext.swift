import Hummingbird

/// What Hummingbird carries along with a request, and whether its browser was let in.
struct WorkbenchContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Put here by `SignInMiddleware`.
    var isIn = false

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
