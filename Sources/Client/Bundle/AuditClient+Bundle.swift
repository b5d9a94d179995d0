package import Foundation
package import Shared
import Storage

/// What was written into a bundle.
package struct BundleWritten: Sendable {
    package let counts: BundleCounts
    /// How many files of evidence are among those; the catalogue is none.
    package let evidence: UInt64
    package let bytes: UInt64
    package let fingerprint: String
}

extension ClientBundles {
    /// Writes this laptop's work of an audit, and what it imported, into one signed file.
    ///
    /// - Parameter withEvidence: Adds to the catalogue the files of findings that are here.
    /// - Throws: `StorageError.taken`, `BundleError.nothingToCarry`; no file was written.
    package func exportBundle(
        _ audit: AuditID, to path: String, withEvidence: Bool, program: String, at now: Date
    ) throws -> BundleWritten {
        let identity = try client.identity()
        let files = client.evidence.folder
        let counts = try store.bundles.exportBundle(
            audit, to: path, signedBy: identity, files: files, withEvidence: withEvidence,
            program: program, at: now)
        let hasCatalogue = try store.plan(audit)?.pin.flatMap { files.size(of: $0.files) } != nil
        return BundleWritten(
            counts: counts, evidence: counts.files - (hasCatalogue ? min(1, counts.files) : 0),
            bytes: FileStatus(of: path)?.size ?? 0, fingerprint: identity.keyFingerprint)
    }

    /// Imports what a bundle has and this laptop lacks, after all of it was checked.
    @discardableResult
    package func importBundle(from path: String) throws -> (audit: AuditID, taken: BundleTaken) {
        var (audit, taken) = try store.bundles.importBundle(
            from: path, trusting: try client.identity().serverKey)
        taken.name(by: try store.plan(audit))
        taken.files = try store.bundles.importFiles(
            from: path, into: client.evidence.folder, of: audit)
        return (audit, taken)
    }
}

extension BundleStore {
    package func exportBundle(
        _ audit: AuditID, to path: String, signedBy identity: Identity,
        files: EvidenceFolder? = nil, withEvidence: Bool = false, program: String, at now: Date
    ) throws -> BundleCounts {
        let chains = try chains(audit)
        guard !chains.isEmpty, let home = try store.home() else { throw BundleError.nothingToCarry }
        // An own one is signed when it is written.
        let signed = try chains.map { chain, end in
            if let signed = chain.signed { return signed }
            guard let others = try others(of: chain, through: end.n, by: identity.proof)
            else { throw BundleError.unproved }
            return try identity.signed(end, in: audit, others)
        }
        let plan = try store.plan(audit)
        var header = WireBundleHeader()
        header.format =
            signed.allSatisfy(\.device.others.isEmpty)
            ? BundleFormat.plainVersion : BundleFormat.version
        header.audit = Data(audit.bytes)
        header.title = plan?.title ?? ""
        header.catalogue = plan?.catalogue ?? ""
        header.program = program
        header.madeMilliseconds = now.unixMilliseconds
        if let founding = try store.founding(of: audit) {
            header.founder = Data(founding.person.bytes)
            header.nonce = Data(founding.nonce)
        }
        let writer = try BundleWriter(path: path, header: header)
        for ((chain, end), signed) in zip(chains, signed) {
            try writer.append(
                signed,
                by: chain.author ?? Author(person: home.person, name: home.personName))
            var n: UInt64 = 0
            while n < end.n {
                let changes = try changes(of: chain, above: n, through: end.n)
                guard !changes.isEmpty else { break }
                try writer.append(changes)
                n += UInt64(changes.count)
            }
        }
        if let files {
            // The catalogue always goes along, before evidence: no finding can be read without it.
            var hashes = plan?.pin.map { [$0.files] } ?? []
            let referredTo =
                try withEvidence
                ? store.evidence.references(audit).map(\.hash) + store.evidence.setAside(audit)
                : []
            hashes += Set(referredTo).sorted()
            for hash in hashes where files.size(of: hash) != nil {
                try writer.append(DiskFile(files.path(of: hash), for: .reading), named: hash)
            }
        }
        try writer.finish()
        return writer.counts
    }

    /// Imports the chains of a bundle.
    ///
    /// The file is read twice: once to its end, so that a damaged one is never begun with, and
    /// once within the transaction, where whatever does not fit undoes everything.
    ///
    /// - Parameter server: The key whose certificates prove whose a chain is; what none proves is
    ///   kept apart until somebody accepts its device.
    @discardableResult
    package func importBundle(
        from path: String, trusting server: ServerKey? = nil
    ) throws -> (audit: AuditID, taken: BundleTaken) {
        var whole = try BundleReader(path: path)
        _ = try whole.read { _ in }
        var reader = try BundleReader(path: path)
        let audit = reader.audit
        if let person = PersonID(bytes: reader.header.founder) {
            let founding = Founding(person: person, nonce: [UInt8](reader.header.nonce))
            let isWhole = founding.nonce.count == AuditID.nonceBytes
            if isWhole, founding.audit == audit { try store.keep(founding) }
        }
        let taken = try importChains(audit, trusting: server) { session in
            _ = try reader.read { piece in
                switch piece {
                case .chain(let chain, let author): try session.begin(chain, by: author)
                case .change(let change, let end, let person):
                    try session.append(change, to: end, by: person)
                case .file, .part: break
                }
            }
            return try session.ended()
        }
        return (audit, taken)
    }

    /// Imports the files of a bundle that are not here, and queues them for the server.
    func importFiles(from path: String, into folder: EvidenceFolder, of id: AuditID) throws -> Int {
        var reader = try BundleReader(path: path)
        var part: (file: DiskFile, hash: Hash256, offset: UInt64, size: UInt64)?
        var new: [(hash: Hash256, size: UInt64)] = []
        func complete() throws {
            guard let file = part else { return }
            part = nil
            if try folder.complete(file.hash) { new.append((file.hash, file.size)) }
        }
        _ = try reader.read { piece in
            switch piece {
            case .chain, .change: break
            case .file(let hash, let size):
                try complete()
                guard folder.size(of: hash) == nil else { return }
                part = (try folder.part(of: hash), hash, 0, size)
                try part?.file.truncate(to: 0)
            case .part(let bytes):
                guard let (file, _, offset, _) = part else { return }
                try bytes.withUnsafeBytes { try file.write($0, at: offset) }
                part?.offset += UInt64(bytes.count)
            }
        }
        try complete()
        let pin = try store.plan(id)?.pin
        new.removeAll { $0.hash == pin?.files }
        if !new.isEmpty { try store.evidence.queue(new, of: id) }
        return new.count
    }
}

extension Identity {
    fileprivate func signed(
        _ end: ChainEnd, in audit: AuditID, _ others: [Certificate]
    ) throws -> SignedChain {
        SignedChain(
            end: end, device: proof.with(others: others),
            signature: try sign(SignedChain.bytes(audit: audit, end: end, keys: keys)))
    }
}
