import GRDB
import Shared
import Storage

import struct Shared.Record

/// Which files one audit's findings refer to, and its plan, which pins a catalogue.
struct EvidenceReferences {
    let db: Database
    let audit: Int64

    /// What was referred to by anything that came after a sequence, 0 for everything.
    ///
    /// Changes that were set aside count too: a lead may still adopt them.
    func hashes(after sequence: UInt64) throws -> Set<Hash256> {
        var hashes: Set<Hash256> = []
        try RecordTable(db: db, audit: audit).feed(after: sequence, leavingOut: nil) { item in
            let record = try Record(decoding: [UInt8](item.image))
            for register in record.registers() {
                hashes.formUnion(register.field.evidence)
                hashes.formUnion(
                    register.siblings.compactMap { $0.value.catalogue(register.field) })
            }
            return true
        }
        try db.each(
            """
            select body from change
            where audit = ? and sequence > ? and outcome = ? and body is not null
            """, audit, sequence, Int(Trail.Outcome.quarantined.code)
        ) {
            for write in try ChangeBody(decoding: $0.blob(0)).writes {
                hashes.formUnion(write.field.evidence)
                if let files = write.value?.catalogue(write.field) { hashes.insert(files) }
            }
        }
        return hashes
    }
}

extension FieldID {
    /// The blob that a register of evidence names; none for every other register.
    fileprivate var evidence: [Hash256] {
        guard name == .evidence else { return [] }
        return element.compactMap { [UInt8](hex: $0) }.compactMap { Hash256(bytes: $0) }
    }
}

extension FieldValue {
    /// The files of the catalogue that a plan's register pins; nil for every other register.
    fileprivate func catalogue(_ field: FieldID) -> Hash256? {
        field.name == .catalogue ? text.flatMap(CataloguePin.init)?.files : nil
    }
}
