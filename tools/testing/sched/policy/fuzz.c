// SPDX-License-Identifier: GPL-2.0
/*
 * The entry for libFuzzer: what it makes up is run as naive.c says.
 */
#include "policy.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	policy_run(data, size);
	return 0;
}
