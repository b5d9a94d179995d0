import Client
import Foundation
import Reading
import Shared

/// One form of a file's page, to be saved.
struct EvidenceChange {
    let context: PageContext
    let wanted: EvidencePlace
    let form: SubmittedForm

    private enum Act: String {
        case describe, mark, unmark, detach
        case takeOutPlace = "take-out-place"
    }

    /// Saves; durable when this returns the address that tells it.
    func run() throws -> String {
        guard let act = form.text("act").flatMap(Act.init(rawValue:)) else {
            throw PageError.badForm
        }
        let view = try context.view(of: wanted.audit)
        let place = try StatePlace(view.state(named: wanted.state), of: view, in: context)
        let attaching = Attaching(context: context, place: place)
        if act == .detach {
            try attaching.detach(wanted)
            return Address.state(
                place, telling: FileNotice.Telling(news: .detached, criterion: wanted.criterion))
        }
        try attaching.check()
        let item = try view.item(place.id)
        let evidence = context.client.evidence
        let file = try evidence.items(of: item.record, in: view).first {
            $0.hash == wanted.hash && $0.criterion == wanted.criterion
        }
        guard let file else { throw PageError.notFound }
        switch act {
        case .describe: return try describe(file, of: item, in: view)
        case .mark:
            try evidence.mark(try area(), on: file, of: item, in: view)
            return Address.evidence(wanted, told: .marked)
        case .takeOutPlace:
            let removal = try evidence.takeOutPlace(of: file, of: item, in: view)
            let copy = EvidencePlace(
                audit: wanted.audit, hash: removal.hash, state: wanted.state,
                criterion: wanted.criterion, zoom: .fit, told: nil)
            return Address.evidence(
                copy, told: removal.wasSent ? .placeWasSent : .placeTakenOut)
        case .unmark, .detach:
            guard let area = form.text("area") else { throw PageError.badForm }
            guard try evidence.unmark(area, on: file, of: item, in: view) else {
                throw PageError.notFound
            }
            return Address.evidence(wanted, told: .unmarked)
        }
    }

    private func describe(
        _ file: EvidenceItem, of item: StateItem, in view: AuditView
    ) throws -> String {
        guard let token = form.text("context"),
            let shown = FormContext(token: token, showing: item.record)
        else { throw PageError.badForm }
        var texts: EvidenceTexts = [:]
        for field in EvidenceWordsForm.fields { texts[field.name] = form.text(field.part) }
        _ = try context.client.evidence.describe(
            file, texts, of: item, in: view, showing: shown)
        return Address.evidence(wanted, told: .described)
    }

    private func area() throws -> MarkedArea {
        var generator = SystemRandomNumberGenerator()
        let sides = ["left", "top", "width", "height"].map { MarkedArea.parts(form.trimmed($0)) }
        let label = form.trimmed("label").split(whereSeparator: \.isNewline).joined(separator: " ")
        guard !label.isEmpty else {
            throw AuditError.invalid("a mark needs a label that says what is to be seen there")
        }
        guard let left = sides[0], let top = sides[1], let width = sides[2], let height = sides[3],
            let area = MarkedArea(
                id: ClientEvidence.areaID(using: &generator), left: left, top: top, width: width,
                height: height, label: label)
        else {
            throw AuditError.invalid(
                "a mark lies within the picture: left and width, top and height are at most 100 "
                    + "together, and its label has at most \(MarkedArea.labelBytesMax) bytes")
        }
        return area
    }
}
