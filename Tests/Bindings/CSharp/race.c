/* A race, by which the test of the sanitizer tests itself. */
static int counter;

void bump(void) {
    for (int index = 0; index < 20000000; index++) counter++;
}
