import Foundation

/// Bounds how many tests run at once, before Swift Testing asks how many may.
///
/// Else all begin at once: on two cores each of them then took as long as many together, and what
/// waits with an end waited for its turn. It holds however the tests are started, because it is
/// called when the test bundle is loaded; who sets the variable has it as she set it.
@section(".init_array") @used
private let boundWidth: @convention(c) () -> Void = {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "\(Width.standard)", 0)
}

/// How many tests run at once.
package enum Width {
    /// More than there are cores: some tests only wait.
    package static var standard: Int { 4 * ProcessInfo.processInfo.activeProcessorCount }

    /// What this run was told.
    package static var present: Int? {
        ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"]
            .flatMap { Int($0) }
    }
}
