import Foundation
import HTTPTypes
import Shared
import Yams

/// The API's document (OpenAPI 3.1), made from the sheet of routes: what it lacks no route has.
package enum OpenAPI {
    static let path = "/v1/openapi.json"

    /// As it is served, made when somebody first asks.
    static let json: [UInt8] = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return [UInt8](try encoder.encode(document)) } catch {
            preconditionFailure("A tree of texts and numbers encodes: \(error)")
        }
    }()

    /// As docs/openapi.yaml has it.
    package static func yaml() throws -> String {
        try serialize(node: document.node, width: 100, allowUnicode: true)
    }

    /// The standard limits stand for all: no number of them is in the document.
    private static let document = document(of: Routes(limits: .standard, program: "").all)

    static func document(of routes: [Route]) -> JSONTree {
        var paths: [String: [String: JSONTree]] = [:]
        for route in routes {
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        let parameters = Dictionary(pathParameters) { first, _ in first }.merging(
            ["protocol": parameter(.version)]
        ) { first, _ in first }
        let body: JSONTree = .map(paths.mapValues(JSONTree.map))
        let responses = problemResponses(of: routes)
        let read = schemas(reachedFrom: routes.flatMap(\.reads.contents).map(\.schema))
        // What a request says beyond that is refused; answers may tell more in times to come.
        let closed = read.mapValues { schema in
            schema.isObject ? schema.with(["additionalProperties": false]) : schema
        }
        let all = schemas(reachedFrom: [body, responses]).merging(closed) { $1 }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "accord-server", "version": "\(ProtocolNames.version)",
                "summary": "Keeps a team's accessibility audits and merges what testers bring.",
                "description": .text(about),
                "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
            ],
            "paths": body,
            "components": [
                "parameters": .map(parameters), "responses": responses,
                "schemas": .map(all),
                "securitySchemes": [
                    "bearer": [
                        "type": "http", "scheme": "bearer",
                        "description": .text(rights),
                    ]
                ],
            ],
        ]
    }

    private static let about = """
        docs/protocol.md says what all of it means. Every answer has `Accord-Protocol` and \
        `Cache-Control: no-store`; every address that answers GET answers HEAD, too. Bodies may be \
        `Content-Encoding: zstd` or `gzip`, and answers are when `Accept-Encoding` names either. \
        In JSON ids and hashes are hexadecimal digits as in paths, cursors base64url, other bytes \
        base64, and numbers of 64 bits texts.
        """

    private static let rights = """
        A token of `accord_` and base64url. The role beside it is the right that the address asks \
        for: `token` any, an exporter's too; `device` a device's; `member` whoever may read the \
        audit; `lead` a device of whoever leads it. Without one, enrolment takes an invite in its \
        body.
        """

    // MARK: Operations

    private static func operation(_ route: Route) -> JSONTree {
        var responses: [String: JSONTree] = [:]
        for success in route.answers.successes {
            responses["\(success.status)"] = response(success)
        }
        for (status, codes) in codes(of: route) {
            responses["\(status)"] = ["$ref": "#/components/responses/\(name(of: codes))"]
        }
        let names = route.pathNames + ["protocol"]
        let shared = names.map { ["$ref": "#/components/parameters/\($0)"] as JSONTree }
        let operation: JSONTree = [
            "operationId": .text(operationID(of: route)), "summary": .text(route.meaning),
            "parameters": .list(shared + route.parameters.map(parameter)),
            "responses": .map(responses), "security": security(of: route.right),
        ]
        guard !route.reads.contents.isEmpty else { return operation }
        return operation.with([
            "requestBody": [
                "required": .flag(route.reads.isRequired),
                "content": content(route.reads.contents),
            ]
        ])
    }

    /// Such as `getAuditsAuditExport`.
    private static func operationID(of route: Route) -> String {
        let words = route.path.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "v1" }
        return route.method.rawValue.lowercased()
            + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func security(of right: Route.Right) -> JSONTree {
        switch right {
        case .nothing: []
        case .invite: [[:], ["bearer": ["device"]]]
        case .token, .device, .member, .lead: [["bearer": [.text(right.rawValue)]]]
        }
    }

    private static func parameter(_ parameter: Parameter) -> JSONTree {
        var tree: JSONTree = [
            "name": .text(parameter.name), "in": .text(parameter.place.rawValue),
            "description": .text(parameter.meaning), "schema": parameter.schema,
        ]
        if parameter.isRequired { tree = tree.with(["required": true]) }
        guard parameter.isRepeatable else { return tree }
        return tree.with(["schema": ["type": "array", "items": parameter.schema]])
    }

    /// What stands between braces in the paths.
    private static let pathParameters: [(String, JSONTree)] =
        ["audit", "replica", "upload"].map { ($0, named($0, .digits(32))) }
        + ["sha256", "invite"].map { ($0, named($0, .digits(64))) }
        + [("item", named("item", ["type": "string", "pattern": "^[0-9a-f]{8,64}$"]))]

    private static func named(_ name: String, _ schema: JSONTree) -> JSONTree {
        ["name": .text(name), "in": "path", "required": true, "schema": schema]
    }

    private static func content(_ contents: [Content]) -> JSONTree {
        let pairs = contents.map { ($0.mediaType, ["schema": $0.schema] as JSONTree) }
        return .map(Dictionary(pairs) { first, _ in first })
    }

    // MARK: Answers

    private static func response(_ success: AnswerForm.Success) -> JSONTree {
        var tree: JSONTree = ["description": .text(success.meaning)]
        if !success.contents.isEmpty { tree = tree.with(["content": content(success.contents)]) }
        guard !success.headers.isEmpty else { return tree }
        let headers = success.headers.map { header in
            (
                header.name,
                ["description": .text(header.meaning), "schema": header.schema] as JSONTree
            )
        }
        return tree.with(["headers": .map(Dictionary(headers) { first, _ in first })])
    }

    /// Which problems a route may answer, by their status.
    private static func codes(of route: Route) -> [Int: [ProblemCode]] {
        let sorted = route.problems.sorted { $0.rawValue < $1.rawValue }
        return Dictionary(grouping: sorted, by: \.status)
    }

    private static func name(of codes: [ProblemCode]) -> String {
        codes.map(\.rawValue).joined(separator: ".")
    }

    private static func problemResponses(of routes: [Route]) -> JSONTree {
        var responses: [String: JSONTree] = [:]
        for codes in routes.flatMap({ codes(of: $0).values }) {
            responses[name(of: codes)] = response(codes)
        }
        return .map(responses)
    }

    private static func response(_ codes: [ProblemCode]) -> JSONTree {
        let schema: JSONTree = [
            "allOf": [
                .schema("Problem"),
                ["properties": ["code": ["enum": .texts(codes.map(\.rawValue))]]],
            ]
        ]
        let tree: JSONTree = [
            "description": .text(codes.map(\.title).joined(separator: " ")),
            "content": [Problem.mediaType: ["schema": schema]],
        ]
        let headers = codes.flatMap(headers(of:))
        return headers.isEmpty
            ? tree : tree.with(["headers": .map(Dictionary(headers) { first, _ in first })])
    }

    private static func headers(of code: ProblemCode) -> [(String, JSONTree)] {
        let text: JSONTree = ["schema": ["type": "string"]]
        let number: JSONTree = ["schema": ["type": "integer"]]
        return switch code {
        case .methodNotAllowed: [("Allow", text)]
        case .rangeUnsatisfiable: [("Content-Range", text)]
        case .uploadOffset: [(ProtocolNames.uploadOffset, number)]
        default: code.retry == .after ? [("Retry-After", number)] : []  // open set: most say none
        }
    }

    // MARK: Schemas

    /// Every schema that these refer to, and those that it refers to itself.
    private static func schemas(reachedFrom trees: [JSONTree]) -> [String: JSONTree] {
        let known = JSONSchemas.all.merging(MessageSchemas.ofAccord.all) { first, _ in first }
        var reached: [String: JSONTree] = [:]
        var next = trees.flatMap(\.references)
        while let reference = next.popLast() {
            let name = String(reference.split(separator: "/").last ?? "")
            guard reached[name] == nil, let schema = known[name] else { continue }
            reached[name] = schema
            next += schema.references
        }
        return reached
    }
}

extension Route {
    /// What its path has between braces.
    fileprivate var pathNames: [String] {
        path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    }
}

extension Parameter {
    /// What clients say in every request.
    fileprivate static let version = header(
        ProtocolNames.versionHeader, "the version that the client speaks; scripts need none",
        ["type": "integer", "minimum": 1, "maximum": 4_294_967_295])
}

extension JSONTree {
    /// Keys by name, but for those that a reader of the document looks for first.
    fileprivate var node: Node {
        switch self {
        case .text(let value): return .scalar(value.represented())
        case .number(let value): return .scalar(value.represented())
        case .flag(let value): return .scalar(value.represented())
        case .list(let values): return Node(values.map(\.node))
        case .map(let members):
            let first = ["openapi", "info", "paths"].filter { members[$0] != nil }
            let names = first + members.keys.filter { !first.contains($0) }.sorted()
            return Node(
                names.compactMap { name in
                    members[name].map { (.scalar(name.represented()), $0.node) }
                })
        }
    }
}
