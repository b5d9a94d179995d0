import Client
import Presentation
import Shared
import Synchronization

/// What saves of this run can be taken back: what their fields said before, the last save first.
///
/// Taking back is a new change. Only this run's saves are known; what was saved stays saved.
final class UndoList: Sendable {
    private static let stepsMax = 200

    /// One save: each of its criteria as it was before.
    struct Step: Sendable {
        let state: StateID
        let before: [FindingEntry]
    }

    private let steps = Mutex<[Step]>([])

    func note(_ step: Step) {
        steps.withLock { steps in
            steps.append(step)
            if steps.count > Self.stepsMax { steps.removeFirst() }
        }
    }

    /// The last save on a component state; it stays until it was taken back.
    func last(on state: StateID) -> Step? { steps.withLock { $0.last { $0.state == state } } }

    func removeLast(on state: StateID) {
        steps.withLock { steps in
            guard let index = steps.lastIndex(where: { $0.state == state }) else { return }
            steps.remove(at: index)
        }
    }
}

extension UndoList.Step {
    /// - Parameter shown: What the form had in view that was saved.
    init(_ save: FormSave, on state: StateID, showing shown: FormContext, by person: PersonID) {
        var before: [String: FindingEntry] = [:]
        for write in save.changes.flatMap(\.body.writes) {
            let criterion = write.field.criterion
            var entry = before[criterion] ?? shown.entry(of: criterion, by: person)
            // Of a list only what this save did is taken back, not what others did meanwhile.
            if let name = write.field.name, FieldName.findingLists.contains(name) {
                let isRemoval = write.value == nil
                if isRemoval { entry.lists[name, default: []] += write.field.element }
                if !isRemoval { entry.removed[name, default: []] += write.field.element }
            }
            before[criterion] = entry
        }
        self.init(state: state, before: Array(before.values))
    }
}
