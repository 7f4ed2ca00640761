#include "CTerminal.h"

#include <stdlib.h>

void lede_terminal_scrolled(int top, int bottom, int count)
{
    WINDOW *const windows[] = { stdscr, curscr };
    for (size_t index = 0; index < sizeof windows / sizeof *windows; index++) {
        WINDOW *const window = windows[index];
        scrollok(window, true);
        wsetscrreg(window, top, bottom);
        wscrl(window, count);
        wsetscrreg(window, 0, getmaxy(window) - 1);
        scrollok(window, false);
    }
}

// ncurses scrolls rows that it recognises by hashes of the old and the new ones. wredrawln() forgets a column and hashes
// its rows again; with the column back in its place, no old row has the hash of a new one until the next flush.
static void hide_rows(void)
{
    const int rows = getmaxy(curscr);
    WINDOW *const column = derwin(stdscr, rows, 1, 0, 0);
    cchar_t *const cells = column == NULL ? NULL : malloc((size_t)rows * sizeof *cells);
    if (cells == NULL) {
        if (column != NULL)
            delwin(column);
        clearok(curscr, true);
        return;
    }
    for (int row = 0; row < rows; row++)
        mvwin_wch(curscr, row, 0, &cells[row]);
    wredrawln(column, 0, rows);
    for (int row = 0; row < rows; row++)
        mvwadd_wchnstr(curscr, row, 0, &cells[row], 1);
    free(cells);
    delwin(column);
}

void lede_terminal_flush_in_place(int row, int column, bool shown)
{
    hide_rows();
    lede_terminal_flush(row, column, shown);
}

void lede_terminal_forget_cells(int row, int column, int count)
{
    WINDOW *const cells = derwin(stdscr, 1, count, row, column);
    if (cells == NULL) {
        wredrawln(stdscr, row, 1);
        return;
    }
    wredrawln(cells, 0, 1);
    delwin(cells);
}
