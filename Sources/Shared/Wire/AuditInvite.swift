package import Foundation

/// An invite into an audit as its leads are told of it (docs/protocol.md, section 4).
package struct AuditInvite: Hashable, Codable, Sendable {
    /// The hash of its code, in hexadecimal digits: by this it is taken back.
    package let id: String
    /// The name of whom it is for, as the lead wrote it.
    package let name: String
    /// What she is to do in the audit; a lead gives it to her once she has come.
    package let role: Role
    /// The name of the lead who wrote it.
    package let by: String
    package let made: Date
    package let expires: Date
    /// When it let somebody in; nil while nobody, as is `person`.
    @NullWhenNil package private(set) var used: Date?
    /// The id of whom it let in.
    @NullWhenNil package private(set) var person: String?
    /// When it was taken back; nil while it was not.
    @NullWhenNil package private(set) var revoked: Date?

    package init(
        id: String, name: String, role: Role, by: String, made: Date, expires: Date,
        used: Date? = nil, person: String? = nil, revoked: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.by = by
        self.made = made
        self.expires = expires
        self.used = used
        self.person = person
        self.revoked = revoked
    }

    /// Whether it can still let somebody in.
    package func isOpen(at now: Date) -> Bool { used == nil && revoked == nil && now < expires }
}

/// What a lead asks for.
package struct AuditInviteOrder: Codable, Sendable {
    package let name: String
    package let role: Role

    package init(name: String, role: Role) { (self.name, self.role) = (name, role) }
}

/// The answer to it, the only place that ever has the code.
package struct WrittenInvite: Codable, Sendable {
    package let code: String
    package let invite: AuditInvite

    package init(code: String, invite: AuditInvite) { (self.code, self.invite) = (code, invite) }
}

/// An optional that JSON has as null where it is nil, instead of leaving out its key.
@propertyWrapper
package struct NullWhenNil<Value: Hashable & Sendable>: Hashable, Sendable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension NullWhenNil: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension NullWhenNil: Decodable where Value: Decodable {
    package init(from decoder: any Decoder) throws {
        wrappedValue = try Value?(from: decoder)
    }
}
