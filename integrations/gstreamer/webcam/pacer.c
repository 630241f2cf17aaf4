#include "pacer.h"

void hw_pacer_init(HwPacer *self, gdouble rate) { *self = (HwPacer){.period = (gint64)(1e9 / rate)}; }

void hw_pacer_arrive(HwPacer *self, gint64 now) {
    if (!self->is_started) self->due = now;
    self->is_started = self->has_frame = TRUE;
    self->arrived = now;
}

gint64 hw_pacer_deadline(const HwPacer *self) {
    if (!self->is_started) return G_MAXINT64;
    return self->has_frame ? self->due - self->period / 2 : self->due + self->period / 2;
}

HwPacerAction hw_pacer_next(HwPacer *self, gint64 now) {
    if (now < hw_pacer_deadline(self)) return HW_PACER_WAIT;
    self->due += self->period;
    /* After a pause of the process the schedule begins again: nothing is made up for. */
    if (self->due + self->period < now) self->due = now + self->period;
    if (self->has_frame) {
        self->has_frame = FALSE;
        /* A camera of the same rate and another phase would wait each time. */
        self->due -= MIN(now - self->arrived, self->period / HW_PACER_SHIFT);
        return HW_PACER_FRAME;
    }
    return now - self->arrived >= HW_PACER_PATIENCE ? HW_PACER_STILL : HW_PACER_REPEAT;
}
