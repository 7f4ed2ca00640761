import Dispatch

/// Runs syncs on their own queue: responses are parsed and pages stored there, so that the cooperative pool stays free.
final class SyncExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "lede.sync", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
