package import Shared
import Storage

/// What a scrub of the files on this laptop found.
package struct EvidenceCheck: Sendable {
    package var sound = 0
    /// Files that had another one; they were set aside and are fetched again.
    package var damaged: [Hash256] = []
    /// Files that no finding of any audit refers to; they stay.
    package var orphans: [Hash256] = []
    package var missing: [Hash256] = []
}

extension ClientEvidence {
    /// Computes the hash of every file here and compares with what the findings refer to.
    ///
    /// Damaged files are set aside and queued for fetching.
    package func scrub() throws -> EvidenceCheck {
        var check = EvidenceCheck()
        for hash in folder.files() {
            if try folder.isSound(hash) {
                check.sound += 1
            } else {
                try folder.setAside(hash)
                check.damaged.append(hash)
            }
        }
        let here = Set(folder.files())
        var used: Set<Hash256> = []
        var pinned: Set<Hash256> = []
        for audit in try store.audits() {
            let references = Set(try store.evidence.references(audit).map(\.hash))
            try store.evidence.want(references.subtracting(here).sorted(), of: audit)
            let queued = try store.evidence.toSend(audit).map(\.hash)
            try store.evidence.forget(queued.filter { !references.contains($0) }, of: audit)
            used.formUnion(references)
            if let pin = try store.plan(audit)?.pin { pinned.insert(pin.files) }
        }
        check.missing = used.subtracting(here).sorted()
        check.orphans = here.subtracting(used).subtracting(pinned).sorted()
        return check
    }
}
