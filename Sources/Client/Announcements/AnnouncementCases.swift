package import Foundation
import Reading
package import Shared

/// A phrase with what is known of it, as a file of cases gives it (docs/formats.md).
package struct AnnouncementCase: Sendable {
    package let id: String
    /// With pauses written as commas.
    package let phrase: String
    package let choice: AnnouncementChoice
    /// The verdict that it says it should get; nil where it says none.
    package let expected: AnnouncementResult.Level?
    /// The problems that it says it should get, ascending; nil where it says none.
    package let expectedCodes: [String]?

    package var result: AnnouncementResult { AnnouncementCheck(choice.expectation).check(phrase) }

    /// Whether verdict and problems are those that it says; nil where it says no verdict.
    package func agrees(with result: AnnouncementResult) -> Bool? {
        guard let expected else { return nil }
        let codes = result.problems.map(\.code).sorted()
        return expected == result.verdict && expectedCodes.map { $0 == codes } ?? true
    }
}

extension Catalogue {
    /// Throws with near names, or saying that nothing is expected there.
    package func announcement(named part: AnnouncedPart) throws(ReportedError) -> AnnouncementChoice
    {
        do throws(AuditError) {
            return try choice(named: part)
        } catch {
            if case .invalid(let reason) = error { throw ReportedError.unchecked(reason) }
            throw ReportedError(error)
        }
    }

    fileprivate func choice(named part: AnnouncedPart) throws(AuditError) -> AnnouncementChoice {
        do throws(AnnouncedPartError) {
            return try announcement(of: part)
        } catch {
            throw AuditError(error)
        }
    }

    /// Reads a file of cases; throws with the line, or with each case that is wrong.
    package func announcementCases(_ data: Data) throws(ReportedError) -> [AnnouncementCase] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let file: CaseFile
        do {
            file = try decoder.decode(CaseFile.self, from: data)
        } catch {
            throw .unchecked("the file is no list of cases: \(Self.place(of: error, in: data))")
        }
        var cases: [AnnouncementCase] = []
        var faults: [String] = []
        for (index, line) in file.cases.enumerated() {
            let name = line.id ?? "number \(index + 1)"
            do throws(AuditError) {
                cases.append(try line.read(as: name, in: self))
            } catch {
                faults.append("case \(name): \(error.clause)")
            }
        }
        guard faults.isEmpty else {
            throw ReportedError(
                .badInput,
                "Nothing was checked, because of these cases:\n  "
                    + faults.joined(separator: "\n  "))
        }
        return cases
    }

    private static func place(of error: any Error, in data: Data) -> String {
        guard let error = error as? DecodingError else { return "it cannot be read as JSON" }
        switch error {
        case .keyNotFound(let key, let context):
            return "\(path(context)) lacks “\(key.stringValue)”"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\(path(context)) is of another kind than it has to be"
        case .dataCorrupted: return "line \(faultyLine(of: data)) is no JSON"
        @unknown default: return "it cannot be read as JSON"
        }
    }

    /// The line, from 1, at which a text stops being JSON: its last where something is left open.
    private static func faultyLine(of data: Data) -> Int {
        var offset = data.count
        do {
            _ = try JSONSerialization.jsonObject(with: data)
        } catch {
            // Foundation says the place in a sentence only: `Invalid value around character 25.`
            let sentence = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
            let place = sentence.split(separator: "character ").dropFirst().last
            offset = place.flatMap { Int($0.prefix(while: \.isNumber)) } ?? offset
        }
        return data.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    }

    private static func path(_ context: DecodingError.Context) -> String {
        guard !context.codingPath.isEmpty else { return "it" }
        return context.codingPath.map { key in
            key.intValue.map { "number \($0 + 1)" } ?? key.stringValue
        }.joined(separator: ", ")
    }
}

private struct CaseFile: Decodable {
    let cases: [Line]

    struct Line: Decodable {
        let id: String?
        let phrase: String?
        let control: String?
        let platform: String?
        let part: String?
        let componentState: String?
        let label: String?
        let verdict: String?
        let missing: [String]?
        let args: Arguments?
    }

    /// What a case asks for beside the catalogue, or otherwise than it.
    struct Arguments: Decodable {
        let state: String?
        let role: String?
        let mode: String?
        let extra: [String]?
        let labelOptionalSuffix: String?
        let nameCarriesState: Bool?
        let interactive: Bool?
        let lenient: Bool?
    }
}

extension CaseFile.Line {
    fileprivate func read(
        as id: String, in catalogue: Catalogue
    ) throws(AuditError) -> AnnouncementCase {
        guard let phrase, let control, let platform, let part, let label else {
            throw .invalid("it has to say phrase, control, platform, part and label")
        }
        var asked = AnnouncedPart(
            control: control, platform: platform, part: part,
            state: componentState ?? args?.state, label: label)
        asked.content = args?.extra ?? []
        asked.isLenient = args?.lenient ?? false
        asked.mode = try word("mode", args?.mode, of: AnnouncementProfile.Mode.self) ?? asked.mode
        var choice = try catalogue.choice(named: asked)
        if let role = args?.role {
            let known = choice.expectation.spoken
            guard role == "none" || known.has(role: role) else {
                throw .invalid("the role “\(role)” is none that \(known.reader.title) speaks")
            }
            choice.expectation.role = AnnouncementProfile.Role(rawValue: role)
        }
        if let suffix = args?.labelOptionalSuffix { choice.expectation.suffix = suffix }
        if let carries = args?.nameCarriesState { choice.expectation.nameCarriesState = carries }
        if let interactive = args?.interactive { choice.expectation.isInteractive = interactive }
        return AnnouncementCase(
            id: id, phrase: phrase, choice: choice,
            expected: try word("verdict", verdict, of: AnnouncementResult.Level.self),
            expectedCodes: missing?.sorted())
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ text: String?, of type: Word.Type
    ) throws(AuditError) -> Word? where Word.RawValue == String {
        guard let text else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalid("the \(key) “\(text)” is none of \(words)")
    }
}

extension ReportedError {
    fileprivate static func unchecked(_ reason: String) -> ReportedError {
        ReportedError(.badInput, "Nothing was checked: \(reason).")
    }
}

extension AuditError {
    fileprivate init(_ error: AnnouncedPartError) {
        switch error {
        case .unknown(let what, let name, let known):
            self = .notFound(what: what, name: name, known: nearNames(to: name, among: known))
        case .silent(let part, let state, let mode, let heard):
            let place = state.map { " in the state \($0)" } ?? ""
            let moment = mode == .afterChange ? " right after a change" : ""
            let others = heard.isEmpty ? "" : "; it does in: " + heard.joined(separator: ", ")
            self = .invalid(
                "the catalogue does not say what is heard of \(part)\(place)\(moment)\(others)")
        }
    }
}
