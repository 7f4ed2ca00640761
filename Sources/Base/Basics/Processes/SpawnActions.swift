import CSystem
import Glibc

extension posix_spawn_file_actions_t {
    /// Starts the program without this descriptor and all higher ones.
    mutating func closeDescriptors(from first: Int32) {
        csystem_close_from(&self, first)
    }
}
