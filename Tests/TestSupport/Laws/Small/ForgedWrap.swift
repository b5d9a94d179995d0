package import Shared

/// A member who claims a colleague's dot: her verdict must stand, in every order of arrival.
package enum ForgedWrap {
    /// Whether the forger can take Maya's "failed critical" from its record, or put "passed" under
    /// her name.
    package static func harms(under rules: Rules) -> Bool {
        let critical = Judgement.failed(.critical, .app)
        let maya = Change.judged(1, 1, critical, wallTime: 1)
        let lie = Change.judged(2, 1, .passed, replaces: [maya.edit], wallTime: 2)
        let forged = lie.claiming(maya.dot, at: Dot(replica: Sample.replica(2), n: 1))
        return permutations([maya, forged]).contains { order in
            var server = SmallServer(rules: rules)
            for change in order { _ = server.take(change) }
            let hers = server.record.siblings(of: Sample.judgement)
                .filter { $0.author == Sample.person(1) }
            return hers.map(\.value) != [.judgement(critical)]
        }
    }
}

extension Change {
    /// A wrapper of these bytes that claims to be of another dot: nothing in the format forbids it.
    package func claiming(_ first: Dot, at dot: Dot) -> Change {
        Change(key: key, dot: first, body: body).issuedAgain(at: dot)
    }
}
