extension Change {
    /// Checks what every version of Accord demands of a change's content, whoever brings it.
    ///
    /// Roles and conflicts are not checked here: they depend on the plan and on the record.
    ///
    /// - Throws: `ChangeError.invalid` with a sentence for people.
    package func check(_ limits: Limits) throws(ChangeError) {
        guard fits(limits) else {
            throw .invalid(
                reason: "the body has \(bytes.count) bytes, above \(limits.bodyBytesMax)")
        }
        guard !body.writes.isEmpty,
            zip(body.writes, body.writes.dropFirst()).allSatisfy({ $0.field < $1.field })
        else { throw .invalid(reason: "a change writes at least one field, each at most once") }
        guard body.writes.count <= limits.writesPerChangeMax else {
            throw .invalid(
                reason: "\(body.writes.count) writes, above \(limits.writesPerChangeMax)")
        }
        guard body.sees.entries.count <= limits.seesEntriesMax else {
            throw .invalid(reason: "`sees` has more than \(limits.seesEntriesMax) entries")
        }
        for write in body.writes { try check(write, limits) }
    }

    /// Whether its first body is within its bound, and what a re-issue puts around that.
    package func fits(_ limits: Limits) -> Bool {
        firstBytes.count <= limits.bodyBytesMax
            && bytes.count - firstBytes.count <= limits.wrapperBytesMax
    }

    private func check(_ write: Write, _ limits: Limits) throws(ChangeError) {
        guard write.replaces.count <= limits.replacesPerWriteMax else {
            throw .invalid(reason: "a write names more than \(limits.replacesPerWriteMax) edits")
        }
        guard write.knew.count <= limits.replacesPerWriteMax else {
            throw .invalid(reason: "a write knew more than \(limits.replacesPerWriteMax) edits")
        }
        guard write.knew.isEmpty || write.field.name == .judgement else {
            throw .invalid(reason: "only a judgement says what its form showed beside it")
        }
        guard write.value != nil || !write.replaces.isEmpty else {
            throw .invalid(reason: "a removal of \(write.field.path) names nothing")
        }
        // A later version's field is kept, and so is whatever a record of a later kind holds.
        guard let name = write.field.name else { return }
        if case .other = key { return }
        let register = name.register
        guard register.homes.contains(home(of: write.field)) else {
            throw .invalid(reason: "\(write.field.path) does not belong to this kind of record")
        }
        guard register.elements.contains(write.field.elementCount) else {
            throw .invalid(reason: "\(write.field.path) has too few or too many segments")
        }
        guard body.act == .decision ? name == .decision || name == .withdrawn : name != .decision
        else {
            throw .invalid(
                reason: "the act decision, and no other, writes decisions; beside them withdrawals")
        }
        if let value = write.value { try register.check(value, at: write.field, limits) }
    }

    private func home(of field: FieldID) -> Register.Home {
        switch key {
        case .plan: .plan
        case .component: .component
        case .state: field.hasCriterion ? .finding : .state
        case .other: []
        }
    }
}

extension Register {
    fileprivate func check(
        _ value: FieldValue, at field: FieldID, _ limits: Limits
    ) throws(ChangeError) {
        if case .opaque = value { return }  // A later version's value is kept.
        switch (kind, value) {
        case (.judgement, .judgement), (.policy, .policy), (.number, .number),
            (.roleOrLabel, .role):
            return
        case (.decision, .decision(let decision)):
            try Self.check(decision.reason, limits.textBytesMax, field)
        case (.withdrawal, .withdrawal(let withdrawal)):
            try Self.check(withdrawal.reason, limits.textBytesMax, field)
            guard withdrawal.covers.count <= limits.coversPerChangeMax else {
                throw .invalid(
                    reason: "a withdrawal covers more than \(limits.coversPerChangeMax) edits")
            }
        case (.round, .round(_, let build)): try Self.check(build, limits.labelBytesMax, field)
        case (.signOff, .signOff(let signOff)): try Self.check(signOff, at: field, limits)
        case (.element, .present):
            guard field.path.utf8.count <= limits.elementBytesMax + limits.labelBytesMax else {
                throw .invalid(reason: "an element is above \(limits.elementBytesMax) bytes")
            }
        case (.text, .text(let text)): try Self.check(text, limits.textBytesMax, field)
        case (.label, .text(let text)), (.name, .text(let text)), (.roleOrLabel, .text(let text)):
            try Self.check(text, limits.labelBytesMax, field)
            // What names something is a line.
            guard
                homes.isDisjoint(with: [.plan, .component])
                    || !text.string.unicodeScalars.contains(where: \.endsLineOrControls)
            else {
                throw .invalid(
                    reason: "\(field.path) is a name, and has a line break or a control character")
            }
        default:  // open set: every pair that is not listed is a mistake
            throw .invalid(reason: "\(field.path) cannot have a value of this type")
        }
    }

    private static func check(
        _ signOff: SignOff, at field: FieldID, _ limits: Limits
    ) throws(ChangeError) {
        guard signOff.exceptions.count <= SignOff.exceptionsMax else {
            throw .invalid(
                reason: "a signature names more than \(SignOff.exceptionsMax) exceptions")
        }
        try check(signOff.statement, limits.textBytesMax, field)
        for exception in signOff.exceptions {
            try check(exception.kind, limits.labelBytesMax, field)
            try check(exception.subject, limits.textBytesMax, field)
            try check(exception.reason, limits.textBytesMax, field)
        }
        try check(signOff.builds, limits.textBytesMax, field)
        try check(signOff.catalogue, limits.labelBytesMax, field)
    }

    private static func check(_ text: Text, _ bytesMax: Int, _ field: FieldID) throws(ChangeError) {
        let count = text.string.utf8.count
        guard count <= bytesMax else {
            throw .invalid(
                reason: "\(field.path) has \(count) bytes, above its limit of \(bytesMax)")
        }
    }
}
