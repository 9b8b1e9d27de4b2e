/* Types of the C library of Darwin that only x86-64 has in this form. */

struct __va_list_tag { unsigned int gp_offset; unsigned int fp_offset; void *overflow_arg_area; void *reg_save_area; };
typedef struct __va_list_tag *va_list;
