package import Hummingbird

/// What Hummingbird carries along with a request, and whether its browser was let in.
package struct SiteContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Put here by whoever lets browsers in.
    package var isIn = false

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
