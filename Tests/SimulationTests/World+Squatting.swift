import Foundation
import Shared
import SwiftProtobuf
import TestSupport

@testable import Client

/// A liar who lets others carry her lies, and who brings their work before they do.
extension World {
    /// A colleague takes over a file that is said to be somebody else's, and brings it one day.
    mutating func handOutForgery() throws {
        guard liar != nil, let index = anyStanding() else { return }
        let key = try anyState(of: index)
        let record = try laptops[index].store.record(key) ?? Record(key: key)
        let forger = Identity(using: &generator)
        let forgeries = forged(
            by: forger, as: laptops[index].person, on: record, generator.pick(criteria))
        try handOut(forgeries, by: forger, as: laptops[index].person)
    }

    /// She wraps what a colleague has not sent yet, and brings it under a key of nobody's first.
    mutating func squat() async throws {
        guard liar != nil, let index = anyStanding() else { return }
        try await squat(on: index, inFile: generator.chance(40))
    }

    mutating func squat(on index: Int, inFile: Bool) async throws {
        let forger = Identity(using: &generator)
        let forgeries = try wrapped(laptops[index], by: forger)
        guard let first = forgeries.first else { return }
        if inFile { return try handOut(forgeries, by: forger, as: first.change.body.author) }
        let brought = try await bring(forgeries, by: forger)
        if !brought.isEmpty { goals[.depositSquatted, default: 0] += 1 }
        liar?.forgeries += brought
    }

    /// What nobody has answered of a laptop's work, of one author, under another's number.
    private mutating func wrapped(
        _ laptop: Laptop, by forger: Identity
    ) throws -> [Liar.Forgery] {
        var own: [Change] = []
        try laptop.store.log.ownChanges(generator.pick(audits)) {
            if $0.outcome == nil, $0.change.adoption == nil { own.append($0.change) }
        }
        let author = own.first?.body.author
        return own.filter { $0.body.author == author }.prefix(3).enumerated().map { place, change in
            let dot = Dot(replica: forger.replica, n: UInt64(place) + 1)
            return Liar.Forgery(
                change: change.issuedAgain(at: dot), fingerprint: forger.keyFingerprint,
                meanings: nil)
        }
    }

    /// Gives a file to anybody whose laptop stands.
    private mutating func handOut(
        _ forgeries: [Liar.Forgery], by forger: Identity, as victim: PersonID
    ) throws {
        guard let audit = forgeries.first?.change.key.audit, let other = anyStanding(),
            let chain = try forger.chain(of: forgeries)
        else { return }
        var header = WireBundleHeader()
        header.format = BundleFormat.version
        header.audit = Data(audit.bytes)
        let path = freshFile()
        let writer = try BundleWriter(path: path, header: header)
        try writer.append(chain, by: Author(person: victim, name: "Whoever"))
        try writer.append(
            forgeries.map { forgery in
                .with {
                    $0.key = Data(forgery.change.key.bytes)
                    $0.body = Data(forgery.change.bytes)
                }
            })
        try writer.finish()
        try takeOver(path, of: audit, by: other)
        liar?.forgeries += forgeries
        goals[.fileForged, default: 0] += 1
    }
}
