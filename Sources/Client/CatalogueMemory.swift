import Shared
import Synchronization

/// The catalogues that were read from files in the home; a program reads each once.
final class CatalogueMemory: Sendable {
    private let known = Mutex<[CataloguePin: Catalogue]>([:])

    func catalogue(
        _ pin: CataloguePin, reading: () throws(CatalogueError) -> Catalogue
    ) throws(CatalogueError) -> Catalogue {
        if let known = known.withLock({ $0[pin] }) { return known }
        let read = try reading()
        known.withLock { $0[pin] = read }
        return read
    }
}
