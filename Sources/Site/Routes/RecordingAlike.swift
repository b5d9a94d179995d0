import Client
import Hummingbird
import Reading
import Shared

/// What is answered to the form that records one failure on several component states.
extension SameFailure {
    func places(_ chosen: Set<String>) throws -> [StatePlace] {
        try chosen.sorted().prefix(Self.targetsMax).map { path in
            guard let names = StatePlace.Names(path: path), names.audit == place.view.audit.hex
            else { throw PageError.badForm }
            return try StatePlace(names, in: context)
        }
    }

    func answer(
        _ form: SubmittedForm, _ chosen: Set<String>, in context: PageContext
    ) throws -> Response {
        guard !chosen.isEmpty else {
            return try page("Nothing was recorded", "Choose at least one component state.", chosen)
        }
        guard form.text("verdict") == code, judgement != nil else {
            return try page(
                "Nothing was recorded",
                "The failure here has been changed meanwhile. This is how it stands now.", chosen)
        }
        let places = try places(chosen)
        let report = try record(on: places, withHeard: form.text("heard") == "on")
        let recorded = Set(report.recorded)
        let numbers = try targets().enumerated().filter { recorded.contains($0.element.place.id) }
            .map(\.offset)
        guard !report.left.isEmpty else {
            let address = Address.sameFailure(criterion.lastingShortID, of: place)
            return .seeOther(
                address.adding("recorded=\(numbers.map(String.init).joined(separator: "."))"))
        }
        let left = report.left.joined(separator: " ")
        return try page(
            "Recorded on \(recorded.count) of \(counted(places.count, "state"))",
            "\(left) What was recorded is saved on this \(context.place).", [],
            recorded: Set(numbers))
    }

    /// The page once more, with why not all of a form was done.
    private func page(
        _ heading: String, _ text: String, _ chosen: Set<String>, recorded: Set<Int> = []
    ) throws -> Response {
        let notice = Notice(recorded.isEmpty ? .error : .warn, heading, text, isAlert: true)
        let page = try SameFailurePage(
            self, notices: [notice], chosen: chosen, recorded: recorded, in: context)
        return Response(page: page, status: .unprocessableContent)
    }
}

extension String {
    /// An address with a field more.
    func adding(_ field: String) -> String {
        self + (contains("?") ? "&" : "?") + field
    }
}
