import Client
import Reading
import Shared

extension StateSaving {
    /// Takes the last save back, as a new change, and says what that was.
    func undo(_ shown: FormContext) throws -> Outcome {
        guard let done = context.site.undo.lastDone(on: place.id)
        else { return Outcome(answer: JSONAnswer(says: "Nothing to undo.", isSaved: false)) }
        return try take(done.turned(.undone, at: context.now), shown)
    }

    /// Does again what was taken back last, as a new change.
    func redo(_ shown: FormContext) throws -> Outcome {
        guard let undone = context.site.undo.lastUndone(on: place.id)
        else { return Outcome(answer: JSONAnswer(says: "Nothing to redo.", isSaved: false)) }
        return try take(undone.turned(.redone, at: context.now), shown)
    }

    private func take(_ step: UndoList.Step, _ shown: FormContext) throws -> Outcome {
        try save(step.after, shown, says: step.words(place.statement(of:)), turning: step)
    }
}
