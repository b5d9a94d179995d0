package import Foundation
package import Shared

/// A change that this laptop wrote or imported, and what the server made of it.
package struct LoggedChange: Sendable {
    package let change: Change
    package let recorded: Date
    /// Nil until a server answered.
    package var outcome: Trail.Outcome?
    /// The server's sentence for an outcome other than applied.
    package var reason: String?
    /// What a lead made of it, if it was set aside; nil while nobody has told.
    package var resolution: Resolution?
    /// What the server said in a word of a later version; nil for every other outcome.
    package var later: ChangeAnswer?
    /// The name of the person whose change it is; nil for an own one.
    package var importedFrom: String?
    /// Whether it was issued again under another device's name before any server answered it.
    package var wasMoved = false
    /// Whether its edit stands in the record although it was set aside.
    var stands = false

    package var isAdopted: Bool { resolution?.kind == .adopted || stands }
}
