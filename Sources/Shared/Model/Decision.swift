/// A lead's recorded decision on one finding; it removes no sibling and names those it settles.
package struct Decision: Hashable, Sendable {
    package let judgement: Judgement
    /// The live judgements that the lead saw, ascending.
    package let settled: [EditID]
    package let reason: Text
    /// The policy method the lead confirmed, nil when decided freely.
    package let rule: String?

    /// Sorts `settled`.
    package init(judgement: Judgement, settled: [EditID], reason: Text, rule: String? = nil) {
        self.judgement = judgement
        self.settled = settled.sorted()
        self.reason = reason
        self.rule = rule
    }
}

/// A lead's word that a round's result is this one, and over what she gave it (decision 0038).
///
/// It stands in the plan, one register a signature, so that two stand beside each other. Who gave
/// it and when says the change that wrote it.
package struct SignOff: Hashable, Sendable {
    package let round: UInt32
    package let statement: Text
    /// What it was given without, each with a reason.
    package let exceptions: [Exception]
    /// The SHA-256 of what is in effect in the round (docs/merge.md, "Sign-off").
    package let result: Hash256
    /// How many findings had which outcome.
    package let counts: Counts
    /// What the round was of, such as `android 8.5.0, ios 8.5.0`.
    package let builds: Text
    /// The catalogue's pin; empty where the plan named none.
    package let catalogue: Text
    /// The SHA-256 of the policy's bytes.
    package let policy: Hash256
    /// How far each chain was known, as a version vector; what is above it was written since.
    package let known: [Dot]
    /// The server as of the last complete pull; nil where there was none.
    package let pull: Pull?

    package init(
        round: UInt32, statement: Text, exceptions: [Exception], result: Hash256, counts: Counts,
        builds: Text, catalogue: Text, policy: Hash256, known: [Dot], pull: Pull?
    ) {
        self.round = round
        self.statement = statement
        self.exceptions = exceptions
        self.result = result
        self.counts = counts
        self.builds = builds
        self.catalogue = catalogue
        self.policy = policy
        self.known = known
        self.pull = pull
    }

    package static let exceptionsMax = 100

    /// Something that was named, because nobody could mend it before the signature.
    package struct Exception: Hashable, Sendable {
        /// One word for scripts; a later version may have others.
        package let kind: Text
        /// What it is, in words.
        package let subject: Text
        package let reason: Text

        package init(kind: Text, subject: Text, reason: Text) {
            self.kind = kind
            self.subject = subject
            self.reason = reason
        }
    }

    /// Findings by outcome.
    package struct Counts: Hashable, Sendable {
        package let passed: UInt64
        package let failed: UInt64
        package let cantTell: UInt64
        package let inapplicable: UInt64
        package let untested: UInt64

        package init(
            passed: UInt64, failed: UInt64, cantTell: UInt64, inapplicable: UInt64,
            untested: UInt64
        ) {
            self.passed = passed
            self.failed = failed
            self.cantTell = cantTell
            self.inapplicable = inapplicable
            self.untested = untested
        }
    }

    /// Where a server's log stood, in which of its epochs.
    package struct Pull: Hashable, Sendable {
        package let epoch: EpochID
        package let sequence: UInt64
        package let root: Hash256
        package let trail: Hash256

        package init(epoch: EpochID, sequence: UInt64, root: Hash256, trail: Hash256) {
            self.epoch = epoch
            self.sequence = sequence
            self.root = root
            self.trail = trail
        }
    }
}
