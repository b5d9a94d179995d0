package import Shared

/// By what people tell the components of an audit apart, in the form in which it is compared.
package struct ComponentName: Hashable, Sendable {
    let screen: String
    /// Nil where nobody says which control it is: any of that screen and label is meant.
    let control: String?
    let label: String
    let ordinal: UInt32

    package init(screen: String, control: String?, label: String, ordinal: UInt32) {
        self.screen = NaturalKey.folded(screen)
        self.label = NaturalKey.folded(label)
        self.control = control
        self.ordinal = ordinal
    }

    /// A component's own name; with another screen or label where one is given.
    package init(_ component: Component, screen: String? = nil, label: String? = nil) {
        self.init(
            screen: screen ?? component.screen, control: component.control,
            label: label ?? component.label, ordinal: component.ordinal)
    }

    fileprivate init(folded screen: String, _ label: String, _ ordinal: UInt32) {
        self.screen = screen
        control = nil
        self.label = label
        self.ordinal = ordinal
    }

    fileprivate var ofAnyControl: ComponentName { ComponentName(folded: screen, label, ordinal) }
}

/// Which component of an audit a name means (docs/decisions/0022-the-present-name.md).
package enum NamedComponent: Sendable {
    /// The only one that bears the name.
    case present(Component)
    /// Nothing bears the name; this one was made under it and is called otherwise now.
    case renamed(Component)
    /// Several bear it, or were made under it: somebody has to say which.
    case several([Component])
    case nobody

    package var candidates: [Component] {
        switch self {
        case .present(let component), .renamed(let component): [component]
        case .several(let components): components
        case .nobody: []
        }
    }
}

/// Components by a name, each list in the order in which they were added.
struct NameIndex: Sendable {
    /// By words in folded form: `Screen/Label`, and with the ordinal, even when it is 1.
    private(set) var byWords: [String: [ComponentID]] = [:]
    /// By name without control.
    private(set) var byName: [ComponentName: [ComponentID]] = [:]
    /// Screens have many components each, and are folded once.
    private var folded: [String: String] = [:]

    /// A name in words as it is compared; white space around a slash is at a name's end.
    fileprivate static func folded(_ words: String) -> String {
        let folded = NaturalKey.folded(words)
        guard folded.contains(" /") || folded.contains("/ ") else { return folded }
        return folded.replacing("/ ", with: "/").replacing(" /", with: "/")
    }

    fileprivate mutating func add(_ one: Component) {
        let numbered = "\(one.screen)/\(one.label)/\(one.ordinal)"
        for words in one.ordinal == 1 ? ["\(one.screen)/\(one.label)", numbered] : [numbered] {
            byWords[Self.folded(words), default: []].append(one.id)
        }
        let place = folded[one.screen] ?? NaturalKey.folded(one.screen)
        folded[one.screen] = place
        let name = ComponentName(folded: place, NaturalKey.folded(one.label), one.ordinal)
        byName[name, default: []].append(one.id)
    }
}

/// The names of a component of which several stand, in the form in which they are compared.
///
/// Screens and labels apart: whoever writes hundreds of each makes no list of all their pairs.
struct SeveralNames: Sendable {
    let id: ComponentID
    private let screens: Set<String>
    private let labels: Set<String>
    private let ordinal: UInt32

    fileprivate init(_ one: Component) {
        id = one.id
        let names = one.everyName
        screens = names.screens
        labels = names.labels
        ordinal = one.ordinal
    }

    fileprivate func hold(_ name: ComponentName) -> Bool {
        name.ordinal == ordinal && screens.contains(name.screen) && labels.contains(name.label)
    }

    /// The same for `Screen/Label`, or with the ordinal, even when it is 1.
    fileprivate func hold(words: String) -> Bool {
        let end = "/\(ordinal)"
        let numbered = words.hasSuffix(end) ? [String(words.dropLast(end.count))] : []
        return (numbered + (ordinal == 1 ? [words] : [])).contains { words in
            let scalars = words.unicodeScalars
            return scalars.indices.contains { at in
                guard scalars[at] == "/" else { return false }
                let screen = String(scalars[..<at])
                let label = String(scalars[scalars.index(after: at)...])
                return screens.contains { NameIndex.folded($0) == screen }
                    && labels.contains { NameIndex.folded($0) == label }
            }
        }
    }
}

/// Who bears which name in an audit, found once for all that are asked for.
struct BornNames: Sendable {
    let held: NameIndex
    /// Those with names that stand and do not hold: they count where nothing bears them.
    let standing: [SeveralNames]
    let controls: Set<String>
    /// Those of one control that share a name, two or more each, in the order of the plan.
    let shared: [[ComponentID]]

    init(_ inOrder: Components) {
        var held = NameIndex()
        for one in inOrder { held.add(one) }
        self.held = held
        standing = inOrder.filter { !$0.named.isEmpty }.map(SeveralNames.init)
        controls = Set(inOrder.map(\.control))
        var shared: [ComponentName: [ComponentID]] = [:]
        for one in inOrder where !one.control.isEmpty {
            shared[ComponentName(one), default: []].append(one.id)
        }
        let places = Dictionary(uniqueKeysWithValues: zip(inOrder.map(\.id), inOrder.indices))
        self.shared = shared.values.filter { $0.count > 1 }
            .sorted { (places[$0[0]] ?? 0) < (places[$1[0]] ?? 0) }
    }
}

extension AuditView {
    /// The component that a name means: the present name decides.
    ///
    /// Only where nothing bears the name it is the component that was made under it.
    package func component(_ name: ComponentName) -> NamedComponent {
        let present = bearers(of: name)
        if !present.isEmpty {
            return only(of: present).map(NamedComponent.present) ?? .several(present)
        }
        let former = former(name)
        guard let first = former.first else { return .nobody }
        return former.count == 1 ? .renamed(first) : .several(former)
    }

    /// Every component that bears a name, withdrawn ones too.
    ///
    /// A component of several names bears the one that holds, and each of the others that nothing
    /// else bears.
    package func bearers(of name: ComponentName) -> [Component] {
        func found(_ ids: [ComponentID]) -> [Component] {
            ids.compactMap { components[$0] }
                .filter { name.control == nil || $0.control == name.control }
        }
        let holding = found(names.born.held.byName[name.ofAnyControl] ?? [])
        if !holding.isEmpty { return holding }
        return found(names.born.standing.filter { $0.hold(name) }.map(\.id))
    }

    /// The same for a name in words, `Screen/Label[/ordinal]`.
    func bearers(ofWords name: String) -> [Component] {
        let words = NameIndex.folded(name)
        let ids =
            names.born.held.byWords[words]
            ?? names.born.standing.filter { $0.hold(words: words) }.map(\.id)
        let bearers = Set(ids).compactMap { components[$0] }
        // Of “A/B” and “A / B” each is meant as it is written.
        let spelled = bearers.filter { NaturalKey.folded($0.name) == NaturalKey.folded(name) }
        return bearers.count > 1 && !spelled.isEmpty ? spelled : bearers
    }

    /// What is withdrawn bears its name only where nothing else does; nil for several.
    func only(of bearers: [Component]) -> Component? {
        guard bearers.count > 1 else { return bearers.first }
        let gone = (try? withdrawnWork().components) ?? []
        let there = bearers.filter { !gone.contains($0.id) }
        return there.count == 1 ? there[0] : nil
    }

    /// Those that were made under a name, whatever they are called now.
    func former(_ name: ComponentName) -> [Component] {
        var found: [Component] = []
        for control in name.control.map({ [$0] }) ?? names.born.controls.sorted() {
            for again in 0..<again(name, of: control) {
                if let one = components[id(name, control, again: again)] { found.append(one) }
            }
        }
        return found
    }

    /// How many components had the name before, and are called otherwise now.
    ///
    /// It is part of the id that a new one of the name gets (`NaturalKey`).
    package func again(_ name: ComponentName, of control: String) -> UInt32 {
        var again: UInt32 = 0
        while components[id(name, control, again: again)] != nil { again += 1 }
        return again
    }

    private func id(_ name: ComponentName, _ control: String, again: UInt32) -> ComponentID {
        NaturalKey.component(
            screen: name.screen, control: control, label: name.label, ordinal: name.ordinal,
            again: again)
    }

    /// Says of a name that once was a component's what that is called now.
    package func told(_ name: String, isCalledNow component: Component) -> String {
        "“\(name)” is called “\(component.name)” now"
    }

    /// Both ids, for whoever has to say which is meant.
    package func ambiguity(of name: String, _ candidates: [Component]) -> AuditError {
        .ambiguous(
            what: "component", name: name,
            candidates: candidates.map { "\($0.id.hex.prefix(12))  \($0.name) (\($0.control))" }
                .sorted())
    }
}
