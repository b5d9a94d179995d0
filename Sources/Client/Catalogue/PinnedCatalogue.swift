package import Reading
package import Shared
import Storage
import Synchronization

extension ClientCatalogues {
    /// Finds the catalogue that an audit pins: the given one, or what has travelled here with it.
    package func catalogue(of view: AuditView, besides given: Catalogue) -> AuditCatalogue {
        AuditCatalogue(pinnedBy: view.plan, besides: given) { (pin) throws(CatalogueError) in
            client.evidence.folder.size(of: pin.files) == nil ? nil : try travelled(pin)
        }
    }

    /// The name under which findings of a criterion lie that was renamed; any other stays as it is.
    ///
    /// Looks at the controls of the audit's components; a name that is short stays short.
    package func lastingName(_ name: String, in view: AuditView) throws -> String {
        let given = try Catalogue.read(folder: client.settings.catalogue)
        let catalogue = catalogue(of: view, besides: given).catalogue
        let all = Set(view.components.map(\.control)).compactMap(catalogue.control)
            .flatMap(\.platforms).flatMap(\.criteria)
        let known = all.first { $0.id == name } ?? all.first { $0.isCalled(name) }
        guard let known, known.renamed != nil else { return name }
        return name.contains(".") ? known.id : known.lastingShortID
    }

    private func travelled(_ pin: CataloguePin) throws(CatalogueError) -> Catalogue {
        if let known = client.travelledCatalogues.withLock({ $0[pin] }) { return known }
        let bytesMax = Limits.standard.catalogueBytesMax + 1
        let bytes = try? client.evidence.folder.read(pin.files, bytesMax, at: 0)
        let read = try AuditCatalogue.read(bytes ?? [], as: pin)
        client.travelledCatalogues.withLock { $0[pin] = read }
        return read
    }

    /// Says when an audit's own catalogue is not on this laptop; reads none.
    package func lackingCatalogue(of view: AuditView) throws -> AuditError? {
        guard let pinned = view.plan.catalogue else { return nil }
        if let pin = view.plan.pin {
            if pin.files == Catalogue.builtIn || client.evidence.folder.size(of: pin.files) != nil {
                return nil
            }
        }
        let given = try Catalogue.read(folder: client.settings.catalogue)
        return given.pin.text == pinned ? nil : .catalogueDiffers(pinned: pinned, found: given.pin)
    }

    /// Begins an audit whose lead is whoever sits here, with a catalogue that travels with it.
    package func begin(
        _ title: String, with catalogue: Catalogue, builds: [String: String],
        environments: [Environment]
    ) throws -> AuditID {
        let me = try whoami()
        try keep(catalogue)
        var generator = SystemRandomNumberGenerator()
        let audit = try store.found(by: me.person, using: &generator)
        let draft = Drafts.audit(
            audit, title: title, catalogue: catalogue.pin.text, builds: builds,
            environments: environments, creator: me.person, name: me.personName)
        try client.save([draft], in: audit)
        return audit
    }
}

extension ClientCatalogues {
    /// Keeps the files that an audit is about to pin: none ever pins what no laptop has.
    func keep(_ catalogue: Catalogue) throws {
        let intake = try client.evidence.folder.receive()
        try catalogue.files.bytes.withUnsafeBytes { try intake.take($0) }
        _ = try intake.complete(name: nil)
    }
}

extension [Component] {
    /// One sentence for all of them; at most five are named.
    package var untestedWords: String {
        let names = prefix(5).map { "\($0.name) (\($0.control))" }.joined(separator: ", ")
        let rest = count > 5 ? " and \(count - 5) more" : ""
        return "The catalogue does not have the control of \(names)\(rest): what is to be tested "
            + "there is not known, and is counted nowhere."
    }
}
