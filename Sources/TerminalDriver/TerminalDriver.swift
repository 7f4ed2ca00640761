// TerminalDriver
