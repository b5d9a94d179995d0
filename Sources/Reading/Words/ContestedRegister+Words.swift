package import Shared

extension ContestedRegister {
    /// What people call it: `build of round 2`, `role of Maya Lindqvist`.
    package func name(in view: AuditView) -> String {
        let element = field.element
        switch field.name {
        case .round: return "build of round \(element.first ?? "")"
        case .build: return "build of \(element.first ?? "")"
        case .environment:
            let id = EnvironmentID(hex: element.first ?? "")
            let name = id.map(view.environmentName) ?? element.first ?? ""
            return "\(element.last ?? "") of environment \(name)"
        case .person:
            let person = PersonID(hex: element.first ?? "")
            // A name that is contested names nobody.
            let name = element.last == "name" ? nil : person.map(view.plan.name(of:))
            return "\(element.last ?? "") of \(name ?? String(person?.hex.prefix(8) ?? ""))"
        case .group:
            return "name of group \(element.first?.prefix(8) ?? "")"
        case let register? where register.register.part == .planned:
            let name = register.rawValue
            guard components.count == 1, let id = components.first else {
                return "\(name) of \(components.count) components on \(held?.text ?? "")"
            }
            return "\(name) of \(view.components[id]?.name ?? String(id.hex.prefix(8)))"
        default: return field.name?.rawValue ?? field.path  // open set: one register of the name
        }
    }

    /// Each value that stands with who wrote it, the same one once: what holds, then by words.
    package func values(in view: AuditView) -> [(value: FieldValue, words: String, by: String)] {
        Dictionary(grouping: siblings, by: \.value).map { value, siblings in
            (value: value, words: Self.words(for: value, in: view), by: view.authors(of: siblings))
        }
        .sorted { left, right in
            (left.value == held ? 0 : 1, left.words, left.by)
                < (right.value == held ? 0 : 1, right.words, right.by)
        }
    }

    /// What stands and what holds meanwhile: `8.5.0 (Tomas Berg), 8.5.1 (Lee Okafor); ...`.
    package func words(in view: AuditView) -> String {
        let values = values(in: view).map { "\($0.words) (\($0.by))" }.joined(separator: ", ")
        return "\(values); \(standing(in: view)) until a lead chooses"
    }

    private func standing(in view: AuditView) -> String {
        if let held { return "\(Self.words(for: held, in: view)) holds" }
        return field == .rules ? "every conflict waits for a lead" : "all of them are shown"
    }

    private static func words(for value: FieldValue, in view: AuditView) -> String {
        switch value {
        case .text(let text):
            SecondOpinions(text.string).map { $0.words(in: view) } ?? text.string
        case .round(_, let build): build.string
        case .role(let role): role.rawValue
        case .number(let number): DueDay(unixMilliseconds: number)?.text ?? String(number)
        case .policy(let policy) where policy.rules.isEmpty: "no rule"
        case .policy(let policy):
            policy.rules.map { PolicyText.text($0, view.plan) }.joined(separator: "; ")
        case .present: "yes"
        case .signOff(let signOff): signOff.statement.string
        case .judgement, .decision, .withdrawal, .opaque: "a value of a later version"
        }
    }
}
