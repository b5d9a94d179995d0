import Client
import Hummingbird
import Reading
import Shared

/// A draw as somebody types it, in the page's address or in the form that sets it.
struct OpinionsForm: Sendable {
    private let fields: [String: String]

    /// Before the id of each person whose box is ticked.
    static let personFront = "person."

    private static let names = ["share", "control", "environment", "screen", "seed"]

    init(_ form: SubmittedForm) {
        let people = form.names(after: Self.personFront).map { Self.personFront + $0 }
        fields = (["do"] + Self.names + people).reduce(into: [:]) { $0[$1] = form.text($1) }
    }

    /// Nil where the address asks for no draw.
    init?(_ request: Request) {
        let parameters = request.uri.queryParameters
        guard parameters.get("share") != nil else { return nil }
        let people = parameters.map { String($0.key) }.filter { $0.hasPrefix(Self.personFront) }
        fields = (Self.names + people).reduce(into: [:]) { $0[$1] = request.typed($1) }
    }

    /// What holds; of several values of a condition all.
    init(_ opinions: SecondOpinions?, in view: AuditView) {
        var fields: [String: String] = ["share": "20"]
        for person in view.plan.people where person.value.role == .tester && opinions == nil {
            fields[Self.personFront + person.key.hex] = "on"
        }
        if let opinions {
            fields["share"] = "\(opinions.share)"
            fields["seed"] = opinions.seed
            for (concern, values) in opinions.concerns {
                fields[concern.rawValue] = values.map { concern.name(of: $0, in: view) }.sorted()
                    .joined(separator: Self.between)
            }
            for person in opinions.people { fields[Self.personFront + person.hex] = "on" }
        }
        self.fields = fields
    }

    /// No name has a line break.
    private static let between = "\n"

    subscript(name: String) -> String { fields[name] ?? "" }

    func has(_ person: PersonID) -> Bool { fields[Self.personFront + person.hex] != nil }

    /// What a condition is, to be one choice more where it is several values.
    func values(of concern: SecondOpinions.Concern) -> [String] {
        self[concern.rawValue].withLineFeeds.split(separator: "\n").map { String($0) }
    }

    func opinions(
        in view: AuditView, _ catalogue: AuditCatalogue, _ context: PageContext
    ) throws -> SecondOpinions {
        let share = self["share"].trimmed
        guard let number = Int(share) else {
            throw AuditError.invalid("the share is a whole number from 1 to 100")
        }
        let given: [(name: String, value: String)] = SecondOpinions.Concern.allCases
            .flatMap { concern in values(of: concern).map { (concern.rawValue, $0) } }
        let people = fields.keys.filter { $0.hasPrefix(Self.personFront) }
            .map { String($0.dropFirst(Self.personFront.count)) }.sorted()
        guard !people.isEmpty else {
            throw AuditError.invalid("tick who may be second")
        }
        let seed = self["seed"].trimmed
        return try SecondOpinions(
            share: number, of: given, among: people, seed: seed.isEmpty ? nil : seed,
            orElse: context.client.recording.commentName.hex, in: view, catalogue)
    }

    /// Draws as the form says, or asks for no second opinion any more; where to go on.
    func save(in view: AuditView, _ context: PageContext) throws -> String {
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        let opinions = self["do"] == "none" ? nil : try opinions(in: view, known, context)
        try context.client.decisions.setSecondOpinions(opinions, in: view)
        return Address.secondOpinions(view.audit)
    }
}
