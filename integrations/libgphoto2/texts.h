/* Texts about a camera and this library. */
#ifndef HS_TEXTS_H
#define HS_TEXTS_H

#include "session.h"

int hs_text_summary(HsSession *self, CameraText *text, GPContext *context);
void hs_text_manual(CameraText *text);
void hs_text_about(CameraText *text);

#endif
