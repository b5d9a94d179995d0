import Client
import Foundation
import Presentation
import Reading
import Shared
import Synchronization

/// What this run of the workbench saved: what can be taken back, and what can be done again.
///
/// Taking back is a new change, and so is doing again. What was saved stays saved.
final class UndoList: Sendable {
    private static let stepsMax = 1_000

    /// One save: each of its criteria as it was before, and as it was after.
    struct Step: Sendable {
        let audit: AuditID
        let state: StateID
        let date: Date
        var act = Act.saved
        let before: [FindingEntry]
        /// The same criteria in the same order.
        let after: [FindingEntry]

        enum Act: Sendable { case saved, undone, redone }

        /// The way back, which is a step of its own.
        func turned(_ act: Act, at now: Date) -> Step {
            Step(audit: audit, state: state, date: now, act: act, before: after, after: before)
        }
    }

    private struct Steps {
        /// What is saved or done again, and not taken back.
        var done: [Step] = []
        var undone: [Step] = []
        var all: [Step] = []
    }

    private let steps = Mutex(Steps())

    /// Notes what is saved by now; a save ends what could have been done again on its state.
    func note(_ step: Step) {
        steps.withLock { steps in
            switch step.act {
            case .saved:
                steps.undone.removeAll { $0.state == step.state }
                Self.add(step, to: &steps.done)
            case .undone:
                Self.removeLast(on: step.state, from: &steps.done)
                Self.add(step, to: &steps.undone)
            case .redone:
                Self.removeLast(on: step.state, from: &steps.undone)
                Self.add(step, to: &steps.done)
            }
            Self.add(step, to: &steps.all)
        }
    }

    /// What is taken back next on a component state; nil for nothing.
    func lastDone(on state: StateID) -> Step? {
        steps.withLock { $0.done.last { $0.state == state } }
    }

    /// What is done again next on a component state; nil for nothing.
    func lastUndone(on state: StateID) -> Step? {
        steps.withLock { $0.undone.last { $0.state == state } }
    }

    /// What came last on a component state, whatever it was.
    func last(on state: StateID) -> Step? {
        steps.withLock { $0.all.last { $0.state == state } }
    }

    /// Everything on an audit in this run, the last step first.
    func all(on audit: AuditID) -> [Step] {
        steps.withLock { $0.all.filter { $0.audit == audit }.reversed() }
    }

    private static func add(_ step: Step, to steps: inout [Step]) {
        steps.append(step)
        if steps.count > stepsMax { steps.removeFirst() }
    }

    private static func removeLast(on state: StateID, from steps: inout [Step]) {
        guard let index = steps.lastIndex(where: { $0.state == state }) else { return }
        steps.remove(at: index)
    }
}

extension UndoList.Step {
    /// What a save did to some of its criteria.
    ///
    /// - Parameter shown: What the form had in view that was saved.
    init(
        _ save: FormSave, of criteria: [String], at place: StatePlace, showing shown: FormContext,
        date: Date
    ) {
        let person = place.view.person
        var before: [FindingEntry] = []
        var after: [FindingEntry] = []
        for criterion in criteria {
            var from = shown.entry(of: criterion, by: person)
            var to = save.context.entry(of: criterion, by: person)
            // Of a list only what this save did is taken back, not what others did meanwhile.
            for write in save.changes.flatMap(\.body.writes)
            where write.field.criterion == criterion {
                guard let name = write.field.name, FieldName.findingLists.contains(name)
                else { continue }
                let element = write.field.element
                if write.value == nil {
                    from.lists[name, default: []] += element
                    to.removed[name, default: []] += element
                } else {
                    from.removed[name, default: []] += element
                    to.lists[name, default: []] += element
                }
            }
            before.append(from)
            after.append(to)
        }
        self.init(
            audit: place.view.audit, state: place.id, date: date, before: before, after: after)
    }
}
