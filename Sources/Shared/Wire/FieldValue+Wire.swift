import Foundation
import SwiftProtobuf

extension WireValue {
    init(_ value: FieldValue) {
        self.init()
        switch value {
        case .text(let text): self.text = text.string
        case .judgement(let judgement): self.judgement = WireJudgement(judgement)
        case .decision(let decision): self.decision = WireDecision(decision)
        case .present: present = true
        case .withdrawal(let withdrawal):
            self.withdrawal.reason = withdrawal.reason.string
            self.withdrawal.covers = Data(withdrawal.covers.flatMap(\.bytes))
        case .number(let number): self.number = number
        case .role(let role): self.role = role.wire
        case .policy(let policy): self.policy.rules = policy.rules.map(WirePolicyRule.init)
        case .round(let number, let build):
            round.number = number
            round.build = build.string
        case .signOff(let signOff): self.signOff = WireSignOff(signOff)
        case .opaque(let bytes):
            // What could not be read was kept as bytes; those bytes are the value.
            self = (try? WireValue(serializedBytes: bytes)) ?? WireValue()
        }
    }
}

extension FieldValue {
    /// Reads a value, of a later version as `opaque`; throws for content that no version allows.
    init(_ wire: WireValue) throws(ChangeError) {
        guard let kind = wire.kind, !wire.isOfLaterVersion else {
            let bytes = wire.canonicalBytes()
            guard !bytes.isEmpty else { throw .invalid(reason: "a value says nothing") }
            self = .opaque(bytes)
            return
        }
        switch kind {
        case .text(let text): self = .text(try Text(wire: text))
        case .judgement(let judgement): self = .judgement(try Judgement(judgement))
        case .decision(let decision): self = .decision(try Decision(decision))
        case .present: self = .present
        case .withdrawal(let withdrawal):
            self = .withdrawal(
                Withdrawal(
                    reason: try Text(wire: withdrawal.reason),
                    covers: try [EditID](wire: withdrawal.covers)))
        case .number(let number): self = .number(number)
        case .role(let role): self = .role(try Role(role))
        case .policy(let policy): self = .policy(try Policy(policy))
        case .round(let round):
            self = .round(number: round.number, build: try Text(wire: round.build))
        case .signOff(let signOff):
            self = SignOff(signOff).map(Self.signOff) ?? .opaque(wire.canonicalBytes())
        }
    }
}

extension WireValue {
    /// Whether a later version put anything into this value that this version cannot read.
    fileprivate var isOfLaterVersion: Bool {
        func unknown(_ message: some SwiftProtobuf.Message) -> Bool {
            !message.unknownFields.data.isEmpty
        }
        if unknown(self) { return true }
        switch kind {
        case .judgement(let judgement): return unknown(judgement) || judgement.hasUnknownWord
        case .decision(let decision):
            return unknown(decision) || unknown(decision.judgement)
                || decision.judgement.hasUnknownWord
        case .withdrawal(let withdrawal): return unknown(withdrawal)
        case .policy(let policy): return unknown(policy) || policy.rules.contains(where: unknown)
        case .round(let round): return unknown(round)
        case .signOff(let signOff):
            return unknown(signOff) || signOff.exceptions.contains(where: unknown)
        case .role(let role): return role.isUnknown
        case .text, .present, .number, nil: return false
        }
    }
}

extension WireJudgement {
    fileprivate var hasUnknownWord: Bool {
        outcome.isUnknown || severity.isUnknown || attribution.isUnknown
    }
}

extension SwiftProtobuf.Enum where Self: CaseIterable {
    /// Whether a later version invented this word; its number survives in the bytes.
    fileprivate var isUnknown: Bool { !Self.allCases.contains(self) }
}

extension Text {
    fileprivate init(wire: String) throws(ChangeError) {
        guard let text = Text(canonical: wire)
        else { throw .invalid(reason: "text is not in Unicode's composed form (NFC)") }
        self = text
    }
}

extension WireJudgement {
    init(_ judgement: Judgement) {
        self.init()
        switch judgement {
        case .passed: outcome = .passed
        case .cantTell: outcome = .cantTell
        case .inapplicable: outcome = .inapplicable
        case .failed(let severity, let attribution):
            outcome = .failed
            self.severity =
                switch severity {
                case .minor: .minor
                case .moderate: .moderate
                case .serious: .serious
                case .critical: .critical
                }
            self.attribution =
                switch attribution {
                case .app: .app
                case .platform: .platform
                }
        }
    }
}

extension Judgement {
    init(_ wire: WireJudgement) throws(ChangeError) {
        if wire.outcome == .failed {
            self = .failed(try Severity(wire.severity), try Attribution(wire.attribution))
            return
        }
        guard wire.severity == .unspecified, wire.attribution == .unspecified
        else { throw .invalid(reason: "severity and attribution belong to a failure only") }
        switch wire.outcome {
        case .passed: self = .passed
        case .cantTell: self = .cantTell
        case .inapplicable: self = .inapplicable
        case .failed, .unspecified, .UNRECOGNIZED:
            throw .invalid(reason: "the outcome is none of passed, failed, cantTell, inapplicable")
        }
    }
}

extension Severity {
    fileprivate init(_ wire: WireSeverity) throws(ChangeError) {
        switch wire {
        case .minor: self = .minor
        case .moderate: self = .moderate
        case .serious: self = .serious
        case .critical: self = .critical
        case .unspecified, .UNRECOGNIZED: throw .invalid(reason: "a failure needs a severity")
        }
    }
}

extension Attribution {
    fileprivate init(_ wire: WireAttribution) throws(ChangeError) {
        switch wire {
        case .app: self = .app
        case .platform: self = .platform
        case .unspecified, .UNRECOGNIZED: throw .invalid(reason: "a failure needs an attribution")
        }
    }
}

extension WireDecision {
    init(_ decision: Decision) {
        self.init()
        judgement = WireJudgement(decision.judgement)
        settled = Data(decision.settled.flatMap(\.bytes))
        reason = decision.reason.string
        rule = decision.rule ?? ""
    }
}

extension Decision {
    init(_ wire: WireDecision) throws(ChangeError) {
        self.init(
            judgement: try Judgement(wire.judgement), settled: try [EditID](wire: wire.settled),
            reason: try Text(wire: wire.reason),
            rule: wire.rule.isEmpty ? nil : try Text(wire: wire.rule).string)
    }
}

extension Role {
    fileprivate var wire: WireRole {
        switch self {
        case .reader: .reader
        case .tester: .tester
        case .lead: .lead
        }
    }

    init(_ wire: WireRole) throws(ChangeError) {
        guard let role = Self.allCases.first(where: { $0.wire == wire })
        else { throw .invalid(reason: "the role is unknown") }
        self = role
    }
}

extension WirePolicyRule {
    init(_ rule: PolicyRule) {
        self.init()
        control = rule.control
        state = rule.state
        environment = rule.environment
        criterion = rule.criterion
        method = rule.method
        ranks = rule.ranks.map { Data($0.bytes) }
    }
}

extension Policy {
    init(_ wire: WirePolicy) throws(ChangeError) {
        self.init(rules: try wire.rules.map { rule throws(ChangeError) in try PolicyRule(rule) })
    }
}

extension PolicyRule {
    fileprivate init(_ wire: WirePolicyRule) throws(ChangeError) {
        let ranks = wire.ranks.compactMap { PersonID(bytes: $0) }
        guard ranks.count == wire.ranks.count
        else { throw .invalid(reason: "a rank is not a person's id") }
        self.init(
            control: try Text(wire: wire.control).string, state: try Text(wire: wire.state).string,
            environment: try Text(wire: wire.environment).string,
            criterion: try Text(wire: wire.criterion).string,
            method: try Text(wire: wire.method).string, ranks: ranks)
    }
}

extension WireSignOff {
    init(_ signOff: SignOff) {
        self.init()
        round = signOff.round
        statement = signOff.statement.string
        exceptions = signOff.exceptions.map { exception in
            var wire = WireSignOffException()
            wire.kind = exception.kind.string
            wire.subject = exception.subject.string
            wire.reason = exception.reason.string
            return wire
        }
        result = Data(signOff.result.bytes)
        passed = signOff.counts.passed
        failed = signOff.counts.failed
        cantTell = signOff.counts.cantTell
        inapplicable = signOff.counts.inapplicable
        untested = signOff.counts.untested
        builds = signOff.builds.string
        catalogue = signOff.catalogue.string
        policy = Data(signOff.policy.bytes)
        known = Data(VersionVector(signOff.known).bytes)
        guard let pull = signOff.pull else { return }
        epoch = Data(pull.epoch.bytes)
        sequence = pull.sequence
        root = Data(pull.root.bytes)
        trail = Data(pull.trail.bytes)
    }
}

extension SignOff {
    /// Nil for what is no signature: a server that does not know them keeps whatever a lead sends,
    /// and the plan in which it stands must be read all the same.
    init?(_ wire: WireSignOff) {
        guard let statement = Text(canonical: wire.statement),
            let exceptions = Self.exceptions(wire.exceptions),
            let result = Hash256(bytes: wire.result),
            let builds = Text(canonical: wire.builds),
            let catalogue = Text(canonical: wire.catalogue),
            let policy = Hash256(bytes: wire.policy),
            let known = VersionVector(bytes: Array(wire.known))
        else { return nil }
        var pull: Pull?
        if !wire.epoch.isEmpty {
            guard let epoch = EpochID(bytes: wire.epoch), let root = Hash256(bytes: wire.root),
                let trail = Hash256(bytes: wire.trail)
            else { return nil }
            pull = Pull(epoch: epoch, sequence: wire.sequence, root: root, trail: trail)
        } else if wire.sequence != 0 || !wire.root.isEmpty || !wire.trail.isEmpty {
            return nil
        }
        self.init(
            round: wire.round, statement: statement, exceptions: exceptions, result: result,
            counts: Counts(
                passed: wire.passed, failed: wire.failed, cantTell: wire.cantTell,
                inapplicable: wire.inapplicable, untested: wire.untested),
            builds: builds, catalogue: catalogue, policy: policy, known: known.entries, pull: pull)
    }

    private static func exceptions(_ wire: [WireSignOffException]) -> [Exception]? {
        let read = wire.compactMap { exception -> Exception? in
            guard let kind = Text(canonical: exception.kind),
                let subject = Text(canonical: exception.subject),
                let reason = Text(canonical: exception.reason)
            else { return nil }
            return Exception(kind: kind, subject: subject, reason: reason)
        }
        return read.count == wire.count ? read : nil
    }
}

/// A value as it is kept on a laptop: the bytes of its message.
extension FieldValue {
    package var bytes: [UInt8] { WireValue(self).canonicalBytes() }

    /// Reads `bytes` back; nil for anything else.
    package init?(bytes: [UInt8]) {
        guard let wire = try? WireValue(serializedBytes: bytes), let value = try? FieldValue(wire)
        else { return nil }
        self = value
    }
}
