package import Shared

/// The components of an audit in the order of its plan, each found by its id.
///
/// One list for both: a component takes 200 bytes, and an audit may have ten thousand.
package struct Components: RandomAccessCollection, Sendable {
    private let inOrder: [Component]
    private let positions: [ComponentID: Int32]

    /// - Parameter inOrder: Each id once.
    package init(_ inOrder: [Component]) {
        self.inOrder = inOrder
        positions = Dictionary(
            uniqueKeysWithValues: inOrder.indices.map { (inOrder[$0].id, Int32($0)) })
    }

    package var startIndex: Int { inOrder.startIndex }
    package var endIndex: Int { inOrder.endIndex }
    package subscript(position: Int) -> Component { inOrder[position] }
    package subscript(id: ComponentID) -> Component? { positions[id].map { inOrder[Int($0)] } }

    /// What each is called somewhere.
    package func named(_ name: (Component) -> String) -> [ComponentID: String] {
        Dictionary(uniqueKeysWithValues: inOrder.map { ($0.id, name($0)) })
    }

    /// The same without an order, to take over what changes.
    var byID: [ComponentID: Component] {
        Dictionary(uniqueKeysWithValues: inOrder.lazy.map { ($0.id, $0) })
    }
}
