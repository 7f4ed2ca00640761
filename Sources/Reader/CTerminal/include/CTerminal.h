// What Swift cannot import from ncurses itself: macros, variadic functions, globals that C macros hide.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdbool.h>
#include <stdint.h>

// Starts ncurses on standard input and output. False where TERM names no terminal that is known (initscr would exit), or
// one on which the cursor cannot be placed.
bool lede_terminal_start(void);

// Gives the terminal back for good.
void lede_terminal_end(void);

// Puts the terminal back into the state it had before, for another program to use.
void lede_terminal_leave(void);

// Gives the terminal back from a signal handler: only write and tcsetattr, with what was made ready before.
void lede_terminal_restore_after_crash(void);

// Takes it again after lede_terminal_leave.
void lede_terminal_return(void);

void lede_terminal_use_mouse(bool on);

// The size that the terminal driver tells now; true where ncurses had another one and was told.
bool lede_terminal_sync_size(void);

int lede_terminal_rows(void);
int lede_terminal_columns(void);

// How many colours the terminal has; 0 without.
int lede_terminal_colors(void);

// The pixels of a cell; false where the terminal does not tell them.
bool lede_terminal_cell(int *width, int *height);

// Gives up a pair, so that its number can be used for other colours.
void lede_terminal_free_pair(int pair);

// A pair for two colours, -1 being the terminal's own; pairs are made as they are needed.
int lede_terminal_pair(int foreground, int background);

// How many columns the system says a code point takes; -1 where it knows none.
int lede_terminal_width(uint32_t point);

// Adds a character to those that `lede_terminal_put` writes: `count` code points, the first spacing, the rest combining.
void lede_terminal_add(const uint32_t *points, int count, uint32_t attributes, int pair);

// Writes what was added, from left to right.
void lede_terminal_put(int row, int column);

// Sends what was written to the terminal. The cursor moves to row and column, unless row is negative, and is shown or hidden.
void lede_terminal_flush(int row, int column, bool shown);

// Forgets what the screen shows, so that all is sent with the next flush.
void lede_terminal_invalidate(void);

// How one key came: a code point, one of ncurses' KEY_ codes, or nothing.
enum lede_key_kind { LEDE_KEY_NONE, LEDE_KEY_POINT, LEDE_KEY_CODE };
enum lede_key_kind lede_terminal_key(uint32_t *value);

// The next mouse event after KEY_MOUSE; false where there is none.
bool lede_terminal_mouse(int *row, int *column, uint64_t *buttons);

// The codes that stand before and after what was pasted.
extern const int lede_key_paste_begin, lede_key_paste_end;

extern const uint32_t lede_attribute_bold, lede_attribute_dim, lede_attribute_italic, lede_attribute_underline,
    lede_attribute_reverse;
extern const uint64_t lede_mouse_click, lede_mouse_double, lede_mouse_wheel_up, lede_mouse_wheel_down;

#endif
