extension WideRecord {
    /// What it is, what it costs, and what a lead can do.
    package func words(in view: AuditView) -> String {
        "\(fact(in: view)). Nothing is lost, and each sync of it costs more. \(Self.advice)."
    }

    /// Such as `Accounts/Options@ios-voiceover-phone-18:open carries the numbers of 64 devices`.
    func fact(in view: AuditView) -> String {
        "\(view.name(of: key)) carries the numbers of \(devices) devices"
    }

    static let advice =
        "Ask who records there to keep to one laptop instead of new homes; who runs the server "
        + "sees all devices with accord-server device list"
}
