package import Shared

/// One algebraic claim about uniting records, to be held against `Record.joined` or a bad copy.
package struct JoinLaw: Sendable {
    /// What is claimed to unite two records.
    package typealias Join = @Sendable (Record, Record) -> Record

    /// The claim in words, as in docs/merge.md.
    package let claim: String
    /// Whether the claim is true of these three records.
    package let holds: @Sendable (_ join: Join, Record, Record, Record) -> Bool

    package static let commutative = JoinLaw(claim: "a + b = b + a") { join, one, two, _ in
        join(one, two) == join(two, one)
    }

    package static let associative = JoinLaw(claim: "(a + b) + c = a + (b + c)") {
        join, one, two, three in
        join(join(one, two), three) == join(one, join(two, three))
    }

    package static let idempotent = JoinLaw(claim: "a + a = a") { join, one, _, _ in
        join(one, one) == one
    }

    package static let absorbing = JoinLaw(claim: "a + (a + b) = a + b") { join, one, two, _ in
        join(one, join(one, two)) == join(one, two)
    }

    /// With `a <= b` written for `a + b = b`: where a <= b, a + c <= b + c.
    package static let monotone = JoinLaw(claim: "a + c <= (a + b) + c") { join, one, two, three in
        let larger = join(join(one, two), three)
        return join(join(one, three), larger) == larger
    }

    package static let identity = JoinLaw(claim: "a + empty = a") { join, one, _, _ in
        let empty = Record(key: one.key)
        return join(one, empty) == one && join(empty, one) == one
    }

    /// The claim that `join = empty` breaks: what both have lives on, nothing comes from nowhere.
    package static let faithful = JoinLaw(claim: "what lives in a and b lives in a + b") {
        join, one, two, _ in
        let left = one.liveDots
        let right = two.liveDots
        let both = join(one, two).liveDots
        return both.isSuperset(of: left.intersection(right))
            && both.isSubset(of: left.union(right))
            && join(one, two).context == one.context.joined(with: two.context)
    }

    package static let all: [JoinLaw] = [
        commutative, associative, idempotent, absorbing, monotone, identity, faithful,
    ]
}

extension Record {
    /// One register's live write, named without its value.
    package struct LiveDot: Hashable, Sendable {
        package let field: FieldID
        package let dot: Dot
    }

    /// Every live write of every register.
    package var liveDots: Set<LiveDot> {
        var result: Set<LiveDot> = []
        for entry in changes {
            for index in entry.live {
                let field = entry.change.body.writes[index].field
                result.insert(LiveDot(field: field, dot: entry.change.dot))
            }
        }
        return result
    }
}
