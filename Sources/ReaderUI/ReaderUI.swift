// ReaderUI
