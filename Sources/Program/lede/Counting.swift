extension Int {
    /// The number with what it counts: "1 feed", "2 feeds".
    func counting(_ noun: String) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(noun)s"
    }
}
