/* The program hotshoe: the command line is in the library that it is linked to, together with the C interface for plugins. */
int hotshoe_command_line(int count, char **words);

int main(int count, char **words) {
    return hotshoe_command_line(count > 0 ? count - 1 : 0, words + (count > 0));
}
