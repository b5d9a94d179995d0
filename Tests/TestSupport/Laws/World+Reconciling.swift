import Shared

/// A server that is put back to an older state, and gets from laptops what it has lost.
extension World {
    /// Keeps a copy of the server, or puts the one that was kept in its place.
    mutating func putServerBack() {
        guard let backup = serverBackup, generator.chance(60) else {
            serverBackup = server
            return
        }
        let epoch = server.epoch + 1
        server = backup
        server.epoch = epoch
        serverBackup = nil
        goals.insert(.restored)
    }

    /// Brings a server in another life all that a laptop has of its former ones.
    ///
    /// Records as pulled are united with its own; own changes come with what was said of them, and
    /// the rest under another replica.
    ///
    /// - Returns: False when the line broke; then it begins anew with the next try.
    mutating func reconcile(from place: Int, isReliable: Bool) -> Bool {
        guard laptops[place].epoch != server.epoch else { return true }
        for (key, record) in laptops[place].pulled.sorted(by: {
            $0.key.bytes.precedes($1.key.bytes)
        }) {
            if !isReliable, generator.chance(15) { return false }
            let truth = laptops[place].truth[key] ?? Oracle()
            server.reconcile(with: record, truth: truth, ledger: ledger)
            goals.insert(.broughtBack)
        }
        settleKnown(at: place)
        for chain in laptops[place].chains { showReceipts(of: chain) }
        let newest = laptops[place].chains.count - 1
        let chain = laptops[place].chains[newest]
        let reissued = laptops[place].reissue(
            from: newest, above: chain.acked, outcomes: chain.outcomes, as: newReplica())
        for change in reissued { ledger.note(change, nil) }
        laptops[place].floor = 0
        laptops[place].position = 0
        laptops[place].vector = VersionVector()
        laptops[place].epoch = server.epoch
        return true
    }

    /// What the server has of the newest chain is answered, although its answer was lost.
    private mutating func settleKnown(at place: Int) {
        let chain = laptops[place].chains[laptops[place].chains.count - 1]
        guard let entries = server.chains[chain.replica], let last = entries.last else { return }
        var outcomes: [UInt64: Trail.Outcome] = [:]
        for entry in entries { outcomes[entry.change.dot.n] = entry.outcome }
        laptops[place].settle(
            last.change.dot, chain: last.chain, outcomes: outcomes, fault: rules.fault)
    }

    private mutating func showReceipts(of chain: ModelLaptop.Chain) {
        let count = server.chains[chain.replica]?.count ?? 0
        guard count < chain.acked else { return }
        goals.insert(.receiptShown)
        let changes = Array(chain.changes[count..<chain.acked])
        var receipts: [UInt64: Trail.Outcome] = [:]
        for (change, outcome) in zip(changes, chain.outcomes[count...]) {
            receipts[change.dot.n] = outcome
        }
        _ = server.push(
            changes, after: chain.hashes[count], ledger: ledger, receipts: receipts)
        violations += server.violations
    }
}

extension [UInt8] {
    fileprivate func precedes(_ other: [UInt8]) -> Bool { lexicographicallyPrecedes(other) }
}
