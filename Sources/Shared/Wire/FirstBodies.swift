/// Where in a record the first body of each edit stands that has several dots.
///
/// The first writing carries it where it is live, else the wrapper with the lowest dot. After a
/// laptop was copied two edits may have one first dot: then those of the other travel whole.
struct FirstBodies {
    /// By first dot.
    private var carriers: [Dot: Change] = [:]

    init(of changes: [LiveChange]) {
        // Nearly no record has anything that was issued again, and then nobody need look.
        guard changes.contains(where: { $0.change.first != nil }) else { return }
        for entry in changes { add(entry.change) }
    }

    mutating func add(_ change: Change) {
        guard change.first == nil || carriers[change.firstDot] == nil else { return }
        carriers[change.firstDot] = change
    }

    /// The wrapper of a change whose first body another change carries; nil where it travels whole.
    func wrapperAlone(of change: Change) -> Again? {
        guard let first = change.first, let carrier = carriers[first.dot],
            carrier.dot != change.dot, carrier.edit == change.edit
        else { return nil }
        let again = Again(
            dot: first.dot, bytes: first.bytes, adoption: change.adoption, body: change.body)
        // A wrapper with fields of a later version is kept as it is.
        return again.encoded() == change.bytes ? again : nil
    }

    /// The first body that a wrapper without one refers to.
    func body(at dot: Dot) -> [UInt8]? { carriers[dot]?.firstBytes }
}
