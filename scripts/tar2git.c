// SPDX-License-Identifier: GPL-2.0
/*
 * Make a commit of a tar archive without unpacking it: what is read from standard
 * input comes out as a stream for git fast-import. A kernel has 80000 files, and
 * creating each takes longer than all that is in them.
 *
 * Usage: tar2git REF MESSAGE
 *
 * The first component of each name is left out. Author, committer and date are fixed,
 * so the same archive always gives the same commit, which is that of the unpacked
 * files. Files, symbolic links and directories in the formats ustar, GNU and pax; on
 * anything else it ends with an error.
 */
#include <assert.h>
#include <err.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>

#define BLOCK	512

/* POSIX.1-1988, section 10.1.1; all fields are text */
struct header {
	char name[100];
	char mode[8];
	char uid[8];
	char gid[8];
	char size[12];
	char mtime[12];
	char sum[8];
	char type;
	char link[100];
	char magic[8];
	char user[32];
	char group[32];
	char major[8];
	char minor[8];
	char prefix[155];
	char pad[12];
};

static_assert(sizeof(struct header) == BLOCK, "a header is a block");

/* The entry that was read last */
static char *name;

static noreturn void bad(const char *what)
{
	errx(1, "the archive %s, at or behind %s%s", what, name ? "" : "its begin",
	     name ? name : "");
}

static void get(void *buf, size_t len)
{
	if (fread(buf, 1, len, stdin) != len)
		bad("is cut off");
}

static unsigned long long octal(const char *field, size_t len)
{
	char text[16] = "", *end;
	unsigned long long n;

	memcpy(text, field, len);
	n = strtoull(text, &end, 8);
	if (end == text || strchr(text, '-') || (*end && *end != ' '))
		bad("has a header without a number");
	return n;
}

static void check_sum(const struct header *h)
{
	const unsigned char *p = (const void *)h;
	unsigned long long sum = 0;
	size_t i;

	for (i = 0; i < sizeof(*h); i++)
		sum += i - offsetof(struct header, sum) < sizeof(h->sum) ? ' ' : p[i];
	if (sum != octal(h->sum, sizeof(h->sum)))
		bad("has a damaged header");
}

/* What an entry holds, and a NUL behind it */
static char *content(unsigned long long size)
{
	unsigned long long whole = (size + BLOCK - 1) / BLOCK * BLOCK;
	static unsigned long long room;
	static char *buf;

	if (whole + 1 > room) {
		room = whole + 1;
		buf = realloc(buf, room);
		if (!buf)
			err(1, "an entry of %llu bytes", size);
	}
	get(buf, whole);
	buf[size] = 0;
	return buf;
}

/* The value of a record "LENGTH KEY=VALUE\n" of a pax header, or NULL */
static char *pax_value(const char *buf, unsigned long long size, const char *key)
{
	const char *at = buf, *value;

	while (at < buf + size) {
		char *rest;
		size_t len = strtoul(at, &rest, 10);

		if (len < 3 || len > (size_t)(buf + size - at) || *rest != ' ' ||
		    at[len - 1] != '\n')
			bad("has a damaged pax header");
		value = ++rest + strlen(key) + 1;
		if (!strncmp(rest, key, strlen(key)) && value[-1] == '=')
			return strndup(value, at + len - 1 - value);
		at += len;
	}
	return NULL;
}

/* Quoted if git would take it for something else otherwise */
static void put_name(const char *at)
{
	if (!strpbrk(at, "\"\\\n") && *at != ' ') {
		fputs(at, stdout);
		return;
	}
	putchar('"');
	for (; *at; at++) {
		if (*at == '\n')
			fputs("\\n", stdout);
		else if (*at == '"' || *at == '\\')
			printf("\\%c", *at);
		else
			putchar(*at);
	}
	putchar('"');
}

static void put_file(const char *mode, const char *data, unsigned long long size)
{
	const char *inside = strchr(name, '/');

	if (!strncmp(name, "./", 2))
		inside = strchr(name + 2, '/');
	if (!inside || !inside[1])
		bad("has a file that is in no directory");
	printf("M %s inline ", mode);
	put_name(inside + 1);
	printf("\ndata %llu\n", size);
	fwrite(data, 1, size, stdout);
	putchar('\n');
}

int main(int argc, char **argv)
{
	char *link = NULL, *long_name = NULL, *long_link = NULL;
	static const char zero[BLOCK];
	struct header h;
	bool any = false;
	size_t len;

	if (argc != 3)
		errx(1, "usage: tar2git REF MESSAGE");
	printf("commit %s\ncommitter sis <sis@localhost> 0 +0000\ndata %zu\n%s\n\n", argv[1],
	       strlen(argv[2]) + 1, argv[2]);
	for (;;) {
		unsigned long long size;
		char *data;

		get(&h, sizeof(h));
		if (!memcmp(&h, zero, BLOCK))
			break;
		check_sum(&h);
		size = octal(h.size, sizeof(h.size));
		data = content(h.type == '2' || h.type == '5' ? 0 : size);
		if (h.type == 'g')
			continue;
		if (h.type == 'x') {
			free(long_name);
			free(long_link);
			if (pax_value(data, size, "size") ||
			    pax_value(data, size, "GNU.sparse.major"))
				bad("has an entry of a size that only pax knows");
			long_name = pax_value(data, size, "path");
			long_link = pax_value(data, size, "linkpath");
			continue;
		}
		if (h.type == 'L' || h.type == 'K') {
			char **to = h.type == 'L' ? &long_name : &long_link;

			free(*to);
			*to = strdup(data);
			continue;
		}
		free(name);
		free(link);
		name = long_name;
		link = long_link;
		long_name = NULL;
		long_link = NULL;
		if (!name) {
			bool prefix = !memcmp(h.magic, "ustar", 6) && *h.prefix;

			if (asprintf(&name, "%.*s%s%.*s", prefix ? (int)sizeof(h.prefix) : 0,
				     h.prefix, prefix ? "/" : "", (int)sizeof(h.name), h.name) < 0)
				err(1, "a name");
		}
		if (!link)
			link = strndup(h.link, sizeof(h.link));
		switch (h.type) {
		case '0':
		case '\0':
			put_file(octal(h.mode, sizeof(h.mode)) & 0100 ? "100755" : "100644", data,
				 size);
			any = true;
			break;
		case '2':
			put_file("120000", link, strlen(link));
			break;
		case '5':
			break;
		default:
			bad("has an entry that is no file, link or directory");
		}
	}
	if (!any)
		bad("has no file");
	/* To its end, as who writes to the pipe must be able to end as well */
	while ((len = fread(&h, 1, sizeof(h), stdin))) {
		if (memcmp(&h, zero, len))
			bad("goes on after its end");
	}
	/* Without that, fast-import knows that it was cut off. */
	puts("done");
	if (ferror(stdin) || fflush(stdout) || ferror(stdout))
		err(1, "reading or writing");
	return 0;
}
