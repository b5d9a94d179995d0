import Publishing
import Reading
import Shared

extension [Parameter] {
    /// docs/formats.md says what each means; who has no right to the audit learns no name of it.
    static let ofExports =
        [
            Parameter.choice("format", of: Export.all.map(\.id), "the format of the file").required,
            Parameter("after", ["type": "string"], "a cursor: what differs since; ndjson alone"),
            .flag("strict", "refuses findings that wait for a lead"),
            .flag("bom", "begins CSV with a byte order mark"),
            .flag("thumbnails", "shows pictures small; html and xlsx"),
            .number("part", "which of several files, from 1; sarif and junit"),
            Parameter("sarif-root", ["type": "string"], "what stands before paths in sarif"),
            Parameter(
                AuditFilter.sinceName, ["type": "string"], "changed on this day (UTC) or later"
            )
            .repeatable,
        ] + AuditFilter.Condition.allCases.map { $0.parameter.repeatable }

    static let ofPulls = [
        Parameter.cursor("since", "a cursor; without it everything is sent"),
        .number("ack", "up to which number of its chain the client knows all outcomes"),
        .number("resolved", "up to which ordinal it knows what leads made of quarantined work"),
        .number("unsent", "how many changes the device has not pushed yet"),
        .number("unsent_age", "how many seconds ago the oldest of them was written"),
        .number("queues", "of a lead: up to which ordinal it knows what devices have not sent"),
        .number("limit", "after how many records the answer may stop"),
        .number("wait", "for how many seconds the answer may be held"),
        .header("If-None-Match", "the tag of the last answer, as section 6 has it"),
    ]

    static let ofFiles = [
        Parameter.header("Range", "one range of bytes"),
        .header("If-Range", "the tag of the file that the range is of"),
        .header("If-None-Match", "the tag of the file, where it is there already"),
    ]

    static let ofUploads = [
        Parameter.header(ProtocolNames.uploadLength, "the file's bytes", .wholeNumber(1)).required,
        .header(
            ProtocolNames.digest, "its SHA-256 in base64",
            ["type": "string", "pattern": "^sha-256=:[A-Za-z0-9+/]{43}=:$"]
        ).required,
        .isComplete("?0: its bytes follow in parts"),
    ]

    static let ofParts = [
        Parameter.header(ProtocolNames.uploadOffset, "where the part begins", .wholeNumber())
            .required,
        .isComplete("?1 on the last part"),
    ]

    /// What an answer about an upload says.
    static let ofAnUpload = [
        Parameter.header(ProtocolNames.uploadOffset, "how many bytes have come", .wholeNumber()),
        .header(ProtocolNames.uploadLength, "of how many", .wholeNumber()),
        .isComplete("?1 where none is missing"),
    ]
}

extension AuditFilter.Condition {
    fileprivate var parameter: Parameter {
        switch self {
        case .outcome: .choice(rawValue, of: Outcome.allCases.map(\.rawValue), "what holds")
        case .severity: .choice(rawValue, of: Severity.allCases.map(\.rawValue), "of what failed")
        case .basis: .choice(rawValue, of: Effective.bases, "what it rests on")
        case .screen, .control, .component, .environment, .state, .round, .criterion, .clause,
            .tester:
            Parameter(rawValue, ["type": "string"], "a \(rawValue) by name or id")
        }
    }
}

extension Parameter {
    static let buckets = Parameter(
        "bucket", ["type": "string", "pattern": "^[0-9]{1,3}(,[0-9]{1,3})*$"],
        "numbers from 0 to 255 with commas: the digests of these buckets, in place of the sums")

    fileprivate static func isComplete(_ meaning: String) -> Parameter {
        header(
            ProtocolNames.uploadComplete, meaning, ["type": "string", "enum": ["?0", "?1"]])
    }

    // Of answers.

    static let tag = Parameter.header("ETag", "by this the same is known again")
    static let contentRange = Parameter.header("Content-Range", "which bytes, and of how many")
    static let location = Parameter.header("Location", "the upload's address")
    static let next = Parameter.header(
        ProtocolNames.nextHeader, "what `after` says for the next page; none on the last one")
}

extension JSONTree {
    fileprivate static func wholeNumber(_ least: Int = 0) -> JSONTree {
        ["type": "integer", "minimum": .number(least)]
    }
}

extension AnswerForm.Success {
    /// What the asker has is what there is.
    static let nothingNew = Self(304, "nothing new", [])

    init(
        _ status: Int, _ meaning: String, _ contents: [Content], _ headers: [Parameter] = []
    ) {
        self.init(status: status, meaning: meaning, contents: contents, headers: headers)
    }
}

extension Content {
    /// JSON with one value a line, in the shape of a component.
    static func lines(of name: String) -> Content {
        Content("application/x-ndjson", ["type": "string", "x-line": .schema(name)])
    }
}
