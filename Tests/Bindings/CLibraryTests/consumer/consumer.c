/* A program that uses the installed library. */
#include <hotshoe/hotshoe.h>
#include <stdio.h>

int main(void) {
    hotshoe_queue queue;
    if (!hotshoe_abi_matches() || hotshoe_queue_create(&queue) != HOTSHOE_OK) return 1;
    puts(hotshoe_status_text(hotshoe_queue_release(queue)));
    return 0;
}
