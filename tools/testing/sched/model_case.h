/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SLICE_MODEL_CASE_H
#define _SLICE_MODEL_CASE_H

#include <stddef.h>
#include <stdio.h>

#include "model.h"

void rng_seed(uint64_t seed, uint64_t stream);
uint64_t rng(void);

void machine_derive(struct model_machine *m);
void case_machine(struct model_case *c);
void case_state(struct model_case *c);
void case_right_hints(struct model_case *c);
void case_step(struct model_case *c, void (*changed)(const struct model_case *, unsigned int));

int feature_by_name(const char *name, size_t len);
bool case_set(struct model_case *c, const char *name, const char *value);
void case_print(FILE *f, const struct model_case *c);
const char *case_parse(const char *text, struct model_case *c);
bool case_check(const struct model_case *c);
void case_shrink(struct model_case *best, bool (*fails)(const struct model_case *c));

#endif /* _SLICE_MODEL_CASE_H */
