import Shared

/// JSON Schemas of what travels in JSON alone, by the names of its types; a test holds them to it.
enum JSONSchemas {
    static let all: [String: JSONTree] = [
        "Problem": problem,
        "RetireOrder": object([:], optional: ["lost": ["type": ["boolean", "null"]]]),
        "DeviceSummary": object([
            "replica": .digits(32), "person": .digits(32), "personName": text, "device": text,
            "enrolled": time, "seen": orNull(time), "retired": orNull(time),
            "retirement": orNull(["type": "string", "enum": .texts(retirements)]),
        ]),
        "AuditInviteOrder": object(["name": text, "role": role]),
        "AuditInvite": object([
            "id": .digits(64), "name": text, "role": role, "by": text, "made": time,
            "expires": time, "used": orNull(time), "person": orNull(.digits(32)),
            "revoked": orNull(time),
        ]),
        "WrittenInvite": object(["code": text, "invite": .schema("AuditInvite")]),
        "AdoptionOrder": object(["looked": ["type": "boolean"]]),
        "DiscardOrder": object(["reason": ["type": "string", "minLength": 1]]),
        "TrailLine": ["anyOf": [entry, head]],
        "QuarantinedItem": quarantined,
        "QuarantinedItem.Person": object(["id": .digits(32), "name": text]),
        "QuarantinedItem.Write": object([
            "field": text, "value": orNull(text), "replaces": texts, "takes": texts,
            "beside": texts,
        ]),
        "QuarantinedItem.Resolution": object([
            "verdict": [
                "type": "string", "enum": .texts(Resolution.Kind.allCases.map(\.rawValue)),
            ],
            "by": person, "at": time, "reason": text,
        ]),
    ]

    /// The names of what an object may have; empty where there is no such.
    static func members(of name: String) -> Set<String> {
        guard case .map(let schema)? = all[name], case .map(let members)? = schema["properties"]
        else { return [] }
        return Set(members.keys)
    }

    private static let problem = object(
        [
            "code": ["type": "string", "enum": .texts(ProblemCode.allCases.map(\.rawValue))],
            "status": ["type": "integer"], "title": text,
            "retry": ["type": "string", "enum": ["never", "after", "now"]],
        ],
        optional: [
            "detail": text, "expected": text, "actual": text, "retryAfter": ["type": "integer"],
        ])

    private static let entry = object([
        "sequence": ["type": "integer"], "kind": ["type": "integer"], "replica": .digits(32),
        "n": ["type": "integer"], "hash": .digits(64), "outcome": text,
    ])
    private static let head = object([
        "epoch": .digits(32), "sequence": ["type": "integer"], "trail": .digits(64),
    ])

    private static let quarantined = object([
        "id": .digits(64), "sequence": orNull(["type": "integer"]), "key": .digits(),
        "record": text, "reason": text, "author": orNull(person), "by": orNull(person),
        "device": text, "deviceName": orNull(text), "fingerprint": orNull(text),
        "carrier": orNull(person), "n": orNull(["type": "integer"]), "received": time,
        "written": orNull(time),
        "writes": ["type": "array", "items": .schema("QuarantinedItem.Write")],
        "adoptable": ["type": "boolean"], "look": orNull(text),
        "settled": orNull(.schema("QuarantinedItem.Resolution")),
    ])

    private static let text: JSONTree = ["type": "string"]
    private static let texts: JSONTree = ["type": "array", "items": ["type": "string"]]
    private static let time: JSONTree = ["type": "string", "format": "date-time"]
    private static let person: JSONTree = .schema("QuarantinedItem.Person")
    private static let role: JSONTree = [
        "type": "string", "enum": .texts(Role.allCases.map(\.rawValue)),
    ]
    private static let retirements = Retirement.allCases.map(\.rawValue)

    private static func orNull(_ schema: JSONTree) -> JSONTree {
        ["anyOf": [schema, ["type": "null"]]]
    }

    private static func object(
        _ required: [String: JSONTree], optional: [String: JSONTree] = [:]
    ) -> JSONTree {
        [
            "type": "object", "required": .texts(required.keys.sorted()),
            "properties": .map(required.merging(optional) { first, _ in first }),
        ]
    }
}
