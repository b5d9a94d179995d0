extension ApartChain {
    /// What a person is told, and what she can do.
    package var words: String {
        let count = changes == 1 ? "1 change" : "\(changes) changes"
        let what = "\(count) by a device that says it is \(personName)’s"
        return switch standing {
        case .unknown:
            "\(what): not known here. If \(personName) reads out the same fingerprint: accord "
                + "bundle accept \(fingerprint)"
        case .accepted:
            "\(what), accepted here: a server has the audit, and its leads decide. accord sync"
        case .unplaced: "\(what): the server keeps them for the leads, unplaced"
        }
    }
}
