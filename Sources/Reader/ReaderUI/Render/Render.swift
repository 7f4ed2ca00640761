package import Screen

/// Draws the state. Every screen width uses the same column views.
package func render(_ state: State, theme: Theme, size: Size) -> Frame {
    var canvas = Canvas(
        size: size, theme: theme, glyphs: state.settings.glyphs, showsCursor: state.settings.showsCursor,
        hasPlainLetters: state.settings.hasPlainLetters,
        reordersText: state.settings.reordersText)
    guard ColumnLayout.fits(size) else {
        SmallScreenView.draw(on: &canvas)
        return canvas.frame
    }
    guard state.pictures.big == nil else {
        BigPictureView.draw(state, size: size, on: &canvas)
        return canvas.frame
    }
    let layout = ColumnLayout(size: size, focus: state.focus, isZen: state.isZen, chosen: state.chosenWidths)
    for placed in layout.columns {
        let isFocused = placed.column == state.focus && state.panel == nil && state.prompt == nil
        switch placed.column {
        case .feeds: SidebarView.draw(state, in: placed.area, isFocused: isFocused, on: &canvas)
        case .articles: ArticleListView.draw(state, in: placed.area, isFocused: isFocused, on: &canvas)
        case .text: TextView.draw(state, in: placed.area, isFocused: isFocused, on: &canvas)
        }
    }
    RulesView.draw(layout, size: size, on: &canvas)
    if let panel = state.panel, let area = layout.area(ofPanelOver: state.focus, width: panel.wantedWidth) {
        PanelView.draw(panel, in: area, on: &canvas)
    }
    StatusView.draw(state, size: size, on: &canvas)
    return canvas.frame
}
