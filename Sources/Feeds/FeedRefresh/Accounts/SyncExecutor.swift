import Dispatch

/// Runs syncs on a queue of their own: answers are parsed and pages stored there, so that the cooperative pool stays free.
final class SyncExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "lede.sync", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
