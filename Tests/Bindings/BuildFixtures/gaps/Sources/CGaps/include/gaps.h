/* Not in any file of this package. */
int gaps_width(void);
int gaps_height(void);
