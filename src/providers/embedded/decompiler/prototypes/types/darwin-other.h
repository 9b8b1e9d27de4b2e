/* Types of the C library of Darwin on the processors that no file before this one tells about. */

typedef char *va_list;
