/* SPDX-License-Identifier: GPL-2.0 */
SD_FLAG(SD_SHARE_CPUCAPACITY, 0)
