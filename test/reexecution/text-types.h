/*
 * What decompiled texts use without declaring it: names of types by their sizes, and operations of p-code that C has no
 * operator for. The same for every decompiler.
 */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
#include <wchar.h>

#undef NAN
#undef bool
#define bool _Bool
#define true 1
#define false 0

typedef unsigned char undefined, undefined1, byte, uchar, uint1, unkbyte1, xunknown1, unkuint1;
typedef unsigned short undefined2, word, uint2, unkbyte2, xunknown2, unkuint2;
typedef unsigned int undefined3, undefined4, dword, uint3, uint4, unkbyte3, unkbyte4, xunknown4, unkuint3, unkuint4;
typedef unsigned long undefined5, undefined6, undefined7, undefined8, qword, pointer64, uint5, uint6, uint7, uint8;
typedef unsigned long unkbyte5, unkbyte6, unkbyte7, unkbyte8, xunknown8, unkuint5, unkuint6, unkuint7, unkuint8;
typedef signed char sbyte, int1, unkint1;
typedef short int2, unkint2, sword;
typedef int int3, int4, unkint3, unkint4, sdword;
typedef long int5, int6, int7, int8, unkint5, unkint6, unkint7, unkint8, sqword;
typedef long long longlong;
typedef unsigned long long ulonglong;
typedef unsigned __int128 undefined16, uint16, undefined12, undefined10, undefined9, unkbyte16, unkuint16, unkuint9;
typedef __int128 int16, unkint16, unkint9;
typedef float float4;
typedef double float8;
typedef long double float10, float16, unkfloat10;
#ifdef __x86_64__
typedef __typeof__(((va_list *)0)[0][0]) __va_list_tag;
#endif
typedef struct __jmp_buf_tag __jmp_buf_tag;
int __isoc99_sscanf(const char *, const char *, ...);
typedef void *pointer;
typedef char string;
typedef unsigned long code();
#ifndef __USE_MISC
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
#endif

/* The first bytes of a value as another type; what it has no bytes for is zero. */
#define BYTES_OF(type, value, offset) \
  ({ __auto_type whole_ = (value); \
     type part_ = 0; \
     memcpy(&part_, (char *)&whole_ + (offset), sizeof whole_ - (offset) < sizeof part_ ? sizeof whole_ - (offset) : sizeof part_); \
     part_; })
/* Bytes of a variable, to read or to write. */
#define PIECE_OF(variable, offset, size) (*(undefined##size *)((char *)&(variable) + (offset)))

#define STORE_16(place, value) \
  ({ undefined16 stored_ = BYTES_OF(undefined16, value, 0); memcpy(&(place), &stored_, sizeof stored_); })

#define JOIN(type, low_size, high, low) \
  ({ unsigned __int128 low_ = BYTES_OF(unsigned __int128, low, 0) & (((unsigned __int128)1 << (low_size) * 8) - 1); \
     (type)(BYTES_OF(unsigned __int128, high, 0) << (low_size) * 8 | low_); })
#define CARRY(type, left, right) ((type)((type)(left) + (type)(right)) < (type)(left))
#define SIGNED_CARRY(type, left, right) ({ type sum_; __builtin_add_overflow((type)(left), (type)(right), &sum_); })
#define SIGNED_BORROW(type, left, right) ({ type rest_; __builtin_sub_overflow((type)(left), (type)(right), &rest_); })
#define CARRY1(a, b) CARRY(uint1, a, b)
#define CARRY2(a, b) CARRY(uint2, a, b)
#define CARRY4(a, b) CARRY(uint4, a, b)
#define CARRY8(a, b) CARRY(uint8, a, b)
#define SCARRY1(a, b) SIGNED_CARRY(int1, a, b)
#define SCARRY2(a, b) SIGNED_CARRY(int2, a, b)
#define SCARRY4(a, b) SIGNED_CARRY(int4, a, b)
#define SCARRY8(a, b) SIGNED_CARRY(int8, a, b)
#define SBORROW1(a, b) SIGNED_BORROW(int1, a, b)
#define SBORROW2(a, b) SIGNED_BORROW(int2, a, b)
#define SBORROW4(a, b) SIGNED_BORROW(int4, a, b)
#define SBORROW8(a, b) SIGNED_BORROW(int8, a, b)
#define NAN(x) __builtin_isnan(x)
#define ABS(x) __builtin_fabs(x)
#define SQRT(x) __builtin_sqrt(x)
#define CEIL(x) __builtin_ceil(x)
#define FLOOR(x) __builtin_floor(x)
#define ROUND(x) __builtin_round(x)
#define POPCOUNT(x) __builtin_popcountl(x)
#define LZCOUNT(x) ({ __auto_type of_ = (x); of_ == 0 ? 8 * sizeof of_ : __builtin_clzl(of_) - (64 - 8 * sizeof of_); })
