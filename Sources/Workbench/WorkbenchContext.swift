import Hummingbird
import Shared

/// What Hummingbird carries along with a request, and who sent it.
struct WorkbenchContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Put here by `SignInMiddleware`; nil for whoever has not come in.
    var person: PersonID?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
