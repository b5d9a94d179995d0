import Client
import Foundation
import Hummingbird
import NIOCore
package import Reading
import Shared

/// What is done on the page of a component state, and the ways to one.
extension PageRequest {
    package func atState<Result: Sendable>(
        _ work: @escaping @Sendable (StatePlace, PageContext) throws -> Result
    ) async throws -> Result {
        try await run { try work(StatePlace(self, in: $0), $0) }
    }

    /// Saves a form of findings; a script is told what its page has to show.
    func save() async throws -> Response {
        let form = try await SubmittedForm(request, upTo: SubmittedForm.stateBytesMax)
        do {
            let (outcome, address) = try await atState { place, context in
                let outcome = try StateSaving(context: context, place: place, form: form).run()
                let way = outcome.anchor.map { "#c-\($0)" } ?? "#saved"
                let opened = outcome.opened.map { Address.state(place, opening: $0) }
                return (outcome, opened ?? place.address + way)
            }
            site.noteSaved(try audit())
            guard !request.isFromScript else { return Response(json: outcome.answer) }
            guard outcome.asked.isEmpty else {
                let typed = TypedForm(
                    form, asking: outcome.asked, context: outcome.answer.context)
                let page = try await atState { try StatePage($0, typed: typed, in: $1) }
                return Response(page: page, status: typed.refused.kind.page.status)
            }
            return .seeOther(address)
        } catch  where error.isToldInItsForm && !request.isFromScript {
            // The form as it was sent, with why nothing of it was saved: no script has kept it.
            let trouble = ReportedError(error)
            let page = try await atState { place, context in
                try StatePage(place, typed: TypedForm(form: form, refused: trouble), in: context)
            }
            return Response(page: page, status: trouble.kind.page.status)
        }
    }

    /// What the details of a criterion hold, for the script of a page that is open.
    func details() async throws -> Response {
        let name = try segment("criterion")
        let isFromScript = request.isFromScript
        return try await atState { place, context in
            guard let criterion = place.possible.first(where: { $0.lastingShortID == name })
            else { throw PageError.notFound }
            guard isFromScript else { return .seeOther(Address.state(place, opening: criterion)) }
            let contents = try StateContents(
                of: place.view.item(place.id), at: place, in: context)
            let details = CriterionDetails(opening: criterion, in: contents)
            return Response(
                json: JSONAnswer(
                    details: PageTemplates.embedded.html(of: details, template: "details")))
        }
    }

    /// Tells a script what the check makes of what was typed; writes nothing.
    func check() async throws -> Response {
        let form = try await SubmittedForm(request)
        let answer = try await atState { place, _ in
            guard let heard = form.text("heard") else { throw PageError.badForm }
            if let part = form.text("part") {
                let answers = PhraseAnswers(
                    heard, of: part, at: place,
                    language: try place.view.item(place.id).readerLanguage)
                return JSONAnswer(
                    check: PageTemplates.embedded.html(of: answers, template: "answers"))
            }
            let check = place.check(
                heard, try place.criterion(form.text("criterion")),
                language: try place.view.item(place.id).readerLanguage)
            return JSONAnswer(
                verdict: check?.verdict,
                check: check.map { PageTemplates.embedded.html(of: $0, template: "check") })
        }
        return Response(json: answer)
    }

    /// Keeps what is typed into a text and not saved yet.
    func keep() async throws -> Response {
        let body = try await request.body.collect(upTo: Limits.standard.bodyBytesMax)
        try await atState { place, context in
            try TypedField(query.get("field"), at: place).keep(String(buffer: body), in: context)
        }
        return Response(json: JSONAnswer())
    }

    func discard() async throws -> Response {
        let answer = try await atState { place, context in
            try TypedField(query.get("field"), at: place).discard(in: context)
        }
        return Response(json: answer)
    }

    func copy() async throws -> Response {
        let form = try await SubmittedForm(request)
        let names = try StatePlace.Names(self)
        guard let token = form.text("context"),
            let from = form.text("from").flatMap(StatePlace.Names.init(path:)),
            from.audit == names.audit
        else { throw PageError.badForm }
        let address = try await atState { place, context in
            try SimilarStateCopy(context: context, place: place)
                .copy(from: StatePlace(from, in: context), token: token)
            return place.address
        }
        site.noteSaved(try audit())
        return .seeOther("\(address)#saved")
    }

    /// Finds component states by their names: a page of them, or a short list for a script.
    func jump() async throws -> Response {
        let audit = try audit()
        // Forms send spaces as plus signs.
        let words = (query.get("q") ?? "").replacing("+", with: " ")
        guard request.isFromScript else {
            return Response(
                page: try await run { try StatesPage(audit, named: words, max: 200, in: $0) })
        }
        let list = try await run { try JumpList(audit, named: words, max: 30, in: $0) }
        let html = PageTemplates.embedded.html(of: list, template: "jump-list")
        return Response(json: JumpAnswer(list: html, says: list.says))
    }

    func failureElsewhere() async throws -> Response {
        // An address is anybody's words: what is no place of a target is none.
        let recorded = Set(
            (query.get("recorded") ?? "").split(separator: ".").compactMap { Int($0) })
        let taken = query.get("taken", as: UInt32.self)
        let name = try segment("criterion")
        return Response(
            page: try await atState { place, context in
                var notices: [Notice] = []
                if !recorded.isEmpty {
                    notices.append(
                        Notice(
                            .ok, "Recorded on \(counted(recorded.count, "state"))",
                            "Saved on this \(context.place), each as a finding of its own.",
                            symbol: "i-laptop"))
                }
                if let taken {
                    notices.append(
                        Notice(
                            .ok, "Taken back on \(counted(Int(taken), "state"))",
                            "What was there before is there again.", symbol: "i-laptop"))
                }
                return try SameFailurePage(
                    SameFailure(place, name, in: context), notices: notices, recorded: recorded,
                    in: context)
            })
    }

    func recordFailureElsewhere() async throws -> Response {
        let form = try await SubmittedForm(request)
        let name = try segment("criterion")
        let answer = try await atState { place, context in
            let failure = try SameFailure(place, name, in: context)
            let chosen = form.values(of: "on.")
            guard form.text("act") == "undo" else {
                return try failure.answer(form, chosen, in: context)
            }
            let count = try failure.takeBack(from: failure.places(chosen))
            return .seeOther(Address.sameFailure(name, of: place).adding("taken=\(count)"))
        }
        site.noteSaved(try audit())
        return answer
    }

    /// Takes back the change that the page named, or does again what it took back, as long as
    /// nothing newer was saved there.
    func undoOfSession() async throws -> Response {
        let audit = try audit()
        let form = try await SubmittedForm(request)
        let page: SessionPage? = try await run { context in
            let session = try context.client.queries.session(of: audit)
            let isRedo = form.text("redo") != nil
            guard let edit = form.text(isRedo ? "redo" : "undo").flatMap(EditID.init(hex:)),
                let named = session.changes.first(where: { $0.change.edit == edit })?.change,
                case .state(_, let id) = named.key
            else { throw PageError.badForm }
            let newest = session.changes.first { $0.change.key == named.key }
            let place = try StatePlace(id, of: try context.view(of: audit), in: context)
            let saved = SavedEntries(context: context, place: place)
            if newest?.change.edit == edit,
                try isRedo ? saved.doLastAgain() : saved.takeBackLast()
            {
                return nil
            }
            let notice = Notice(
                .error, isRedo ? "Nothing was redone" : "Nothing was undone",
                "Something newer was saved on \(place.title). This is how it stands now.",
                isAlert: true)
            return try SessionPage(audit, notices: [notice], in: context)
        }
        if let page { return Response(page: page, status: .unprocessableContent) }
        site.noteSaved(audit)
        return .seeOther(Address.session(audit))
    }
}

/// What a script is told of the component states that it asked for.
private struct JumpAnswer: Encodable {
    /// HTML of ours.
    let list: String
    let says: String
}
