package import Shared

/// The catalogue that an audit is read with, on a laptop or on a server.
package struct AuditCatalogue: Sendable {
    /// The audit's own, else the one that the program was begun with.
    package let catalogue: Catalogue
    /// Nil when it is the audit's own, or when the audit pins none.
    package let gap: AuditError?

    /// Finds the catalogue that a plan pins: the given one, or what has travelled with the audit.
    ///
    /// - Parameter travelled: Reads the files of a pin; nil while they are not here.
    package init(
        pinnedBy plan: Plan, besides given: Catalogue,
        travelled: (CataloguePin) throws(CatalogueError) -> Catalogue?
    ) {
        guard let pinned = plan.catalogue, pinned != given.pin.text else {
            catalogue = given
            gap = nil
            return
        }
        do throws(CatalogueError) {
            let own = try plan.pin.flatMap { (pin) throws(CatalogueError) in try travelled(pin) }
            catalogue = own ?? given
            gap = own == nil ? .catalogueDiffers(pinned: pinned, found: given.pin) : nil
        } catch {
            catalogue = given
            gap = .catalogue(error)
        }
    }

    /// Throws the gap: what needs the audit's own catalogue is not said without it.
    package func required() throws(AuditError) -> Catalogue {
        if let gap { throw gap }
        return catalogue
    }

    /// Reads the bytes of an audit's catalogue, held against their hash: damage is never read.
    package static func read(
        _ bytes: [UInt8], as pin: CataloguePin
    ) throws(CatalogueError) -> Catalogue {
        let files = try CatalogueFiles(decoding: bytes)
        guard files.hash == pin.files else {
            throw .file(
                .unreadable(
                    file: "the audit's catalogue", line: 1, reason: "its bytes are damaged"))
        }
        return try CatalogueLoader.load(files, in: "the audit's catalogue")
    }
}
