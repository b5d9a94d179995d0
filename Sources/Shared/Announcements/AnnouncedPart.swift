/// One part of a control in one state, by the names that people and files give them.
package struct AnnouncedPart: Hashable, Sendable {
    /// A control's id or alias.
    package var control: String
    /// `ios` or `android`, in any case.
    package var platform: String
    package var part: String
    /// A state by its id, or by a word that it covers; nil for one that is not spoken of.
    package var state: String?
    package var label: String
    package var mode = AnnouncementProfile.Mode.focus
    package var content: [String] = []
    package var isLenient = false

    package init(control: String, platform: String, part: String, state: String?, label: String) {
        self.control = control
        self.platform = platform
        self.part = part
        self.state = state
        self.label = label
    }
}

/// Why nothing can be expected of a part.
package enum AnnouncedPartError: Error, Hashable {
    /// The catalogue has no such thing; `known` has those it has, in its order.
    case unknown(what: String, name: String, known: [String])
    /// The catalogue does not say what is heard there; it does of these `part state` pairs.
    case silent(part: String, state: String?, mode: AnnouncementProfile.Mode, heard: [String])
}

extension Catalogue {
    /// What a screen reader has to say of a part (docs/announcements.md, "Which expectation").
    package func announcement(
        of asked: AnnouncedPart
    ) throws(AnnouncedPartError) -> AnnouncementChoice {
        guard let control = control(asked.control.lowercased()) else {
            throw .unknown(
                what: "control in the catalogue", name: asked.control,
                known: controls.flatMap { [$0.id] + $0.aliases })
        }
        guard let platform = control.platform(asked.platform.lowercased()) else {
            throw .unknown(
                what: "platform", name: asked.platform, known: control.platforms.map(\.id))
        }
        let part = asked.part.lowercased()
        guard control.parts.contains(where: { $0.id == part }) else {
            throw .unknown(
                what: "part of \(control.id)", name: asked.part, known: control.parts.map(\.id))
        }
        let state = try platform.askedState(asked.state, of: control.id)
        guard
            var choice = platform.announcement(
                of: part, in: state, named: asked.label, mode: asked.mode, content: asked.content)
        else {
            let heard = platform.announcements.filter { $0.part == part && $0.mode == asked.mode }
            throw .silent(
                part: part, state: state.id, mode: asked.mode, heard: heard.map(\.state).uniqued())
        }
        choice.expectation.isLenient = asked.isLenient
        return choice
    }
}

/// A state by the catalogue's id, nil where it is not spoken of, and another whose words are meant.
typealias AskedState = (id: String?, spoken: String?)

extension ControlPlatform {
    /// Finds a state by its id, by a state it covers, or by one whose words it has.
    ///
    /// The usual state has many names; `enabled`, where it is none of them, is not spoken of.
    fileprivate func askedState(
        _ name: String?, of control: String
    ) throws(AnnouncedPartError) -> AskedState {
        guard let name else { return (nil, nil) }
        let wanted = name.lowercased().split { $0 == " " || $0 == "-" }.joined(separator: "-")
        if state(wanted) != nil { return (wanted, nil) }
        if wanted == "enabled" || wanted.isEmpty { return (nil, nil) }
        let words = spoken.phrases(ofState: wanted)
        let found =
            states.first { $0.covers.contains(wanted) }
            ?? states.first { !Set($0.words).isDisjoint(with: words) }
        guard let found else {
            throw .unknown(
                what: "state of \(control) on \(id)", name: name, known: states.map(\.id))
        }
        return (found.id, words.isEmpty ? nil : wanted)
    }
}
