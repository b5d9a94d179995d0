extension ScreenCapture {
    /// Reads a capture of any tool: the file tells which one wrote it.
    package static func read(
        _ bytes: [UInt8], limits: Limits = .standard
    ) throws(CaptureError) -> ScreenCapture {
        guard ForeignFile.beginningOfXML(in: bytes) != nil else {
            return try FrameworkReader.read(bytes, limits: limits)
        }
        do throws(CaptureError) {
            return try PageReader.read(bytes, from: .uiautomator, limits: limits)
        } catch {
            // The first element tells, so nothing large is read twice.
            guard case .otherKind = error else { throw error }
            return try PageReader.read(bytes, from: .appium, limits: limits)
        }
    }
}
