/// What the files of a catalogue are asked together, because no single one shows it.
extension CatalogueReading {
    /// What a new catalogue is refused for, and one that an audit has pinned is not.
    var lapses: [CatalogueError] {
        let ofControls = controls.flatMap { reader, control in
            reader.node.textLapses() + reader.lapses(of: control)
                + reader.unheardExamples(of: control)
        }
        let ofTexts = translations.flatMap { $0.textLapses() }
        let ofAll = strayRules + strayControls + mixedDefects
        return (ofControls + ofTexts + ofAll).map(CatalogueError.file)
    }

    private var names: Set<String> {
        Set(controls.flatMap { [$0.control.id] + $0.control.aliases })
    }

    /// Rules for captures of a control that there is not: none of them would ever be seen to fail.
    private var strayRules: [YAMLError] {
        let rules = ScreenReader.allCases.flatMap { reader -> [YAMLNode] in
            (try? captures?.items(reader.rawValue, unless: [])) ?? []
        }
        return rules.compactMap { rule -> YAMLError? in
            guard let name = try? rule.text("control"), !names.contains(name) else { return nil }
            return rule.invalid("`\(name)` is no control of the catalogue", key: "control")
        }
    }

    /// Criteria that are asked of a control that nobody has.
    ///
    /// Where a folder leaves out one that is built in, they are asked of each component.
    private var strayControls: [YAMLError] {
        let builtIn = EmbeddedControls.all.map(\.heading.id)
        let known = Set(controls.map(\.control.id) + builtIn)
        return controls.flatMap { reader, _ in
            reader.allItems("criteria").compactMap { item in
                guard let name = try? item.text("once"), !["true", "false"].contains(name),
                    !known.contains(name)
                else { return nil }
                return item.invalid(
                    "`\(name)` is no control of the catalogue: name the one whose components are "
                        + "asked, by its id, or say true for each component by itself",
                    key: "once", at: item.optional("once"))
            }
        }
    }

    /// Criteria of one id that name two defects: the same failure would weigh twice.
    private var mixedDefects: [YAMLError] {
        var known: [String: (defect: String, place: String)] = [:]
        return controls.flatMap { $0.reader.allItems("criteria") }.compactMap { item in
            guard let id = try? item.text("id"), let defect = try? item.text("defect") else {
                return nil
            }
            guard let other = known[id] else {
                known[id] = (defect, item.optional("defect")?.place ?? item.place)
                return nil
            }
            guard other.defect != defect else { return nil }
            return item.invalid(
                "`\(id)` is the defect `\(other.defect)` in \(other.place): name the same "
                    + "one, or give the criterion another id", key: "defect",
                at: item.optional("defect"))
        }
    }

    /// Each name of a control that another has already.
    func takenNames(of control: Control, in node: YAMLNode) -> [YAMLError] {
        let items = (try? node.optional("aliases")?.items()) ?? []
        let own =
            [(name: control.id, item: YAMLNode?.none)]
            + zip(control.aliases, items).map { ($0, $1) }
        return own.compactMap { name, item in
            guard let (place, isAlias, id) = holder(of: name) else { return nil }
            let there =
                isAlias ? "an alias of `\(id)` in \(place)" : "the id of a control in \(place)"
            let fault =
                item == nil
                ? "`\(name)` is \(there): give this control another id"
                : "the alias `\(name)` is \(there): a name means one control; leave it out in one"
            return node.invalid(
                fault, key: item == nil ? "control" : "aliases",
                at: item ?? node.optional("control"))
        }
    }

    /// Where a control has that name, and as what.
    private func holder(of name: String) -> (place: String, isAlias: Bool, id: String)? {
        for (reader, control) in controls {
            if control.id == name {
                return ((try? reader.node.child("control").place) ?? "", false, control.id)
            }
            let items = (try? reader.node.optional("aliases")?.items()) ?? []
            if let index = control.aliases.firstIndex(of: name), items.indices.contains(index) {
                return (items[index].place, true, control.id)
            }
        }
        return nil
    }
}
