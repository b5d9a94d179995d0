/// The name of a register that this version of Accord writes (docs/merge.md, "Registers by field").
package enum FieldName: String, CaseIterable, Sendable {
    // A finding's, under a criterion of a component state; texts in the order of the form.
    case judgement, decision, heard, note, steps, recommendation, workaround
    // Where it was taken over from; typed into no form.
    case importedFrom = "imported-from"
    // A set's, one register an element, value `present`.
    case evidence, tag, link
    // What a file of evidence was called; the element is the file's SHA-256, as in `evidence`.
    case evidenceName = "evidence-name"
    // What it shows in words, a line below it, and what is heard in it; the element as before.
    case evidenceShows = "evidence-alt"
    case evidenceCaption = "evidence-caption"
    case evidenceHeard = "evidence-heard"
    // One marked area of a picture, written once; the elements are the file and a random id.
    case evidenceArea = "evidence-area"
    // One comment, written once; the element is its random id.
    case comment
    // What a check makes of it, beside the outcome and never over it.
    case suggestion
    // A finding's, a component's or a component state's.
    case withdrawn
    // A component state's: what exactly was tested, and who is to do it.
    case device, system
    case assistiveTechnologyVersion = "at-version"
    case build
    // How it was set: hints on or off, how much it says, the language that it speaks.
    case assistiveTechnologyHints = "at-hints"
    case assistiveTechnologyVerbosity = "at-verbosity"
    case assistiveTechnologyLanguage = "at-language"
    case assignee, due
    // A component state's: what a capture of the screen says of it, one register a fact.
    case fact
    // A component's hashed parts and its states `state/<platform>/<id>`.
    case screen, control, label, ordinal, state
    // A component's: the other one that is the same control, where it came in twice.
    case see
    // A component's place on its screen; the plan's `order/<folded screen>` is a screen's.
    case order
    // The plan's: `environment/<id>/<part>`, `person/<id>/<name|role>`, `round/<number>`,
    // `group/<id>` with its name, `member/<group>/<person>`.
    case title, catalogue, environment, person, policy, round, criterion, group, member
    // Why a policy is as it is; the element is a hash of its rules (decision 0039).
    case policyReason = "policy-reason"
    // How strictly an audit takes what screen readers say.
    case announcements
    // Whether what is advisory is asked, too.
    case depth
    // By which standards findings are grouped, one register a lens.
    case lens
    // A lead's signature under a round, written once; the element is its random id.
    case signOff = "sign-off"
    // What share of the component states two people are to judge (decision 0040).
    case secondOpinions = "second-opinions"

    /// The name as it stands in a path; nil when a later version of Accord invented it.
    ///
    /// Asked several times for every write that there is, so it makes no string of the bytes.
    static func named(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> FieldName? {
        guard name.count < byLength.count else { return nil }
        return byLength[name.count].first { $0.bytes.elementsEqual(name) }?.name
    }

    private static let byLength: [[(bytes: [UInt8], name: FieldName)]] = {
        let all = allCases.map { (bytes: Array($0.rawValue.utf8), name: $0) }
        return (0...(all.map(\.bytes.count).max() ?? 0)).map { length in
            all.filter { $0.bytes.count == length }
        }
    }()
}
