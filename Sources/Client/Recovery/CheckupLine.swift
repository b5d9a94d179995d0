/// One thing that a checkup looked at, and what to do about it.
package struct CheckupLine: Hashable, Sendable {
    /// What was looked at.
    package let topic: Topic
    package let verdict: Verdict
    /// What was found, without a full stop.
    package let words: String
    /// What to do; nil where nothing has to be done.
    package let next: String?

    /// How it is.
    package enum Verdict: String, CaseIterable, Sendable {
        case ok
        /// Work is safe; somebody should look at it some time.
        case attention
        /// Something is broken, or soon will be.
        case trouble
    }

    /// What a checkup looks at, in the order in which it is told.
    package enum Topic: String, CaseIterable, Sendable {
        case home, identity, disk, sqlite, database, journal, audit, queue, evidence, server
        case certificate, clock
    }

    init(_ topic: Topic, _ verdict: Verdict, _ words: String, next: String? = nil) {
        self.topic = topic
        self.verdict = verdict
        self.words = words
        self.next = next
    }
}
