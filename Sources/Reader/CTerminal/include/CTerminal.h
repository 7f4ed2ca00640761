// ncurses functions that Swift cannot import: macros, variadic functions, globals hidden by C macros.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdbool.h>
#include <stdint.h>

// Starts ncurses on standard input and output. Returns false if TERM names an unknown terminal (initscr would exit) or
// one whose cursor cannot be moved.
bool lede_terminal_start(void);

// Releases the terminal; it cannot be used again.
void lede_terminal_end(void);

// Restores the terminal's original state, so that another program can use it.
void lede_terminal_leave(void);

// Restores the terminal from a signal handler: calls only write and tcsetattr, with prepared bytes.
void lede_terminal_restore_after_crash(void);

// Acquires the terminal again after lede_terminal_leave.
void lede_terminal_return(void);

void lede_terminal_use_mouse(bool on);

// Reads the current size from the terminal driver; returns true if ncurses did not know it.
bool lede_terminal_sync_size(void);

int lede_terminal_rows(void);
int lede_terminal_columns(void);

// The number of colours; 0 without colour.
int lede_terminal_colors(void);

// The pixels of a cell; false if the terminal does not report them.
bool lede_terminal_cell(int *width, int *height);

// Frees a pair, so that its number can be used for other colours.
void lede_terminal_free_pair(int pair);

// A pair for two colours, −1 for the terminal's own; pairs are created on demand.
int lede_terminal_pair(int foreground, int background);

// The system's width of a code point in columns; −1 if the system has none.
int lede_terminal_width(uint32_t point);

// Adds a character to the buffer of `lede_terminal_put`: `count` code points, the first spacing, the rest combining.
void lede_terminal_add(const uint32_t *points, int count, uint32_t attributes, int pair);

// Writes the buffer, starting at this cell.
void lede_terminal_put(int row, int column);

// Sends all output to the terminal. The cursor moves to row and column, unless row is negative, and is shown or hidden.
void lede_terminal_flush(int row, int column, bool shown);

// The same, but ncurses scrolls no part of the screen: every cell stays in its row. Needed after
// lede_terminal_scrolled, because ncurses would scroll the same rows again.
void lede_terminal_flush_in_place(int row, int column, bool shown);

// Records that the terminal has moved the rows from `top` to `bottom` up, or down if `count` is negative. The uncovered
// rows are blank.
void lede_terminal_scrolled(int top, int bottom, int count);

// Forgets the contents of cells, so that the next flush sends them.
void lede_terminal_forget_cells(int row, int column, int count);

// Forgets the screen's contents, so that the next flush sends everything.
void lede_terminal_invalidate(void);

// The kind of a key: a code point, one of ncurses' KEY_ codes, or nothing.
enum lede_key_kind { LEDE_KEY_NONE, LEDE_KEY_POINT, LEDE_KEY_CODE };
enum lede_key_kind lede_terminal_key(uint32_t *value);

// The next mouse event after KEY_MOUSE; false if there is none.
bool lede_terminal_mouse(int *row, int *column, uint64_t *buttons);

// The codes before and after pasted text.
extern const int lede_key_paste_begin, lede_key_paste_end;

extern const uint32_t lede_attribute_bold, lede_attribute_dim, lede_attribute_italic, lede_attribute_underline,
    lede_attribute_reverse;
extern const uint64_t lede_mouse_click, lede_mouse_double, lede_mouse_release, lede_mouse_wheel_up, lede_mouse_wheel_down;

#endif
