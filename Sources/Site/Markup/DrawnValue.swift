import Mustache

/// A value that a template draws, with what it has stored by name.
///
/// The library reflects a value anew for each name, with all of its fields, and each one around it
/// for a name that it does not have: that was three quarters of what a page took.
final class DrawnValue: MustacheParent, CustomStringConvertible {
    private let value: Any
    /// Unwrapped; what is nil is not among them.
    private lazy var stored: [String: Any] = {
        var stored: [String: Any] = [:]
        for case (let label?, let child) in Mirror(reflecting: value).children
        where stored[label] == nil {
            stored[label] = Self.drawn(child)
        }
        return stored
    }()

    private init(_ value: Any) { self.value = value }

    /// A value as the library draws it fast; nil for nil.
    static func drawn(_ value: Any) -> Any? {
        switch value {
        case is String, is Bool, is Int, is any MustacheParent, is any MustacheCustomRenderable:
            return value
        case let list as [Any]: return list.map { drawn($0) ?? $0 }
        default: break  // open set: whatever a page has stored
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { drawn($0.value) }
        case .struct, .class, .enum, .tuple:
            return mirror.children.isEmpty ? value : DrawnValue(value)
        default: return value  // open set: numbers, collections, and kinds of later versions
        }
    }

    func child(named name: String) -> Any? { stored[name] }

    var description: String { String(describing: value) }
}
