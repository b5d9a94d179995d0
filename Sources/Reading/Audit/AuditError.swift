package import Shared

/// What was asked of an audit is not in it, or not allowed; nothing was saved.
package enum AuditError: Error, Sendable {
    /// What was asked for is not there; `known` may list what is.
    case notFound(what: String, name: String, known: [String])
    /// A name fits several things; they are listed.
    case ambiguous(what: String, name: String, candidates: [String])
    /// A name that is not written as such names are, in a whole sentence; nothing was looked for.
    case misread(String)
    /// The input breaks a rule; nothing was saved.
    case invalid(String)
    case notAllowed(String)
    case catalogue(CatalogueError)
    /// The audit pins another catalogue than the one in use, as its plan names it.
    case catalogueDiffers(pinned: String, found: CataloguePin)
}
