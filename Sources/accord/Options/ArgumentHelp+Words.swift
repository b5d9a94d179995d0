import ArgumentParser

/// Refuses a call with options that do not fit together.
func require(_ isRight: Bool, _ message: String) throws {
    if !isRight { throw ValidationError(message) }
}

/// What several commands take under the same words.
extension ArgumentHelp {
    static var componentState: Self {
        .init("The component state.", valueName: "component@environment:state")
    }

    static var componentOrState: Self {
        .init("A component, or a component state.", valueName: "component[@environment:state]")
    }

    static var member: Self { .init("A name, or the front of an id.", valueName: "name or id") }
    static func file(_ text: String) -> Self { .init(text, valueName: "file") }
    static func folder(_ text: String) -> Self { .init(text, valueName: "folder") }

    static func environment(_ text: String) -> Self {
        .init(text, valueName: "platform-at-class-major")
    }
}
