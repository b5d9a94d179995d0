import Hummingbird

/// What Hummingbird carries along with a request.
typealias WorkbenchContext = BasicRequestContext
