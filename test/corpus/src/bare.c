/* No C library: one system call, so that the file stays tiny on every architecture. */
static long length(const char *text) {
  long size = 0;
  while (text[size] != '\0') size++;
  return size;
}

static const char message[] = "bare program\n";

#if defined(__x86_64__)
static long write_out(const char *text, long size) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(1), "D"(1), "S"(text), "d"(size) : "rcx", "r11", "memory");
  return result;
}
#else
extern long write_out(const char *text, long size);
#endif

void _start(void) {
  write_out(message, length(message));
  for (;;) {}
}
