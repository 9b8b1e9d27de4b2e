/* The runtime of C++ by its linker names (Itanium ABI), and the unwinder below it. */

/* new, delete: size_t is unsigned long where the name says m, unsigned int where it says j */
void *_Znwm(size_t size);
void *_Znam(size_t size);
void *_Znwj(size_t size);
void *_Znaj(size_t size);
void *_ZnwmRKSt9nothrow_t(size_t size, const void *tag);
void *_ZnamRKSt9nothrow_t(size_t size, const void *tag);
void *_ZnwmSt11align_val_t(size_t size, size_t alignment);
void *_ZnamSt11align_val_t(size_t size, size_t alignment);
void _ZdlPv(void *ptr);
void _ZdaPv(void *ptr);
void _ZdlPvm(void *ptr, size_t size);
void _ZdaPvm(void *ptr, size_t size);
void _ZdlPvj(void *ptr, size_t size);
void _ZdaPvj(void *ptr, size_t size);
void _ZdlPvSt11align_val_t(void *ptr, size_t alignment);
void _ZdaPvSt11align_val_t(void *ptr, size_t alignment);
void _ZdlPvmSt11align_val_t(void *ptr, size_t size, size_t alignment);

/* exceptions */
void *__cxa_allocate_exception(size_t thrown_size);
void __cxa_free_exception(void *thrown_exception);
noreturn void __cxa_throw(void *thrown_exception, void *tinfo, void (*dest)(void *));
noreturn void __cxa_rethrow(void);
void *__cxa_begin_catch(void *exception);
void __cxa_end_catch(void);
void *__cxa_get_exception_ptr(void *exception);
void *__cxa_get_globals(void);
void *__cxa_current_exception_type(void);
noreturn void __cxa_call_unexpected(void *exception);
noreturn void __cxa_call_terminate(void *exception);
noreturn void __cxa_bad_cast(void);
noreturn void __cxa_bad_typeid(void);
noreturn void __cxa_throw_bad_array_new_length(void);
noreturn void __cxa_pure_virtual(void);
noreturn void __cxa_deleted_virtual(void);
int __cxa_guard_acquire(void *guard);
void __cxa_guard_release(void *guard);
void __cxa_guard_abort(void *guard);
int __cxa_thread_atexit(void (*func)(void *), void *arg, void *dso_handle);
char *__cxa_demangle(const char *mangled_name, char *output_buffer, size_t *length, int *status);
void *__dynamic_cast(const void *src_ptr, const void *src_type, const void *dst_type, ptrdiff_t src2dst);
noreturn void _ZSt9terminatev(void);
noreturn void _ZSt10unexpectedv(void);
int _ZSt19uncaught_exceptionsv(void);
noreturn void _ZSt17__throw_bad_allocv(void);
noreturn void _ZSt16__throw_bad_castv(void);
noreturn void _ZSt20__throw_length_errorPKc(const char *what);
noreturn void _ZSt19__throw_logic_errorPKc(const char *what);
noreturn void _ZSt20__throw_out_of_rangePKc(const char *what);
noreturn void _ZSt24__throw_out_of_range_fmtPKcz(const char *format, ...);
noreturn void _ZSt24__throw_invalid_argumentPKc(const char *what);
noreturn void _ZSt21__throw_runtime_errorPKc(const char *what);
noreturn void _ZSt20__throw_system_errori(int code);
noreturn void _ZSt25__throw_bad_function_callv(void);
noreturn void _ZSt28__throw_bad_array_new_lengthv(void);
noreturn void _ZSt20__throw_domain_errorPKc(const char *what);
noreturn void _ZSt22__throw_overflow_errorPKc(const char *what);
noreturn void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function, const char *condition);

/* unwind.h */
noreturn void _Unwind_Resume(void *exception_object);
int _Unwind_RaiseException(void *exception_object);
int _Unwind_Resume_or_Rethrow(void *exception_object);
void _Unwind_DeleteException(void *exception_object);
uintptr_t _Unwind_GetIP(void *context);
uintptr_t _Unwind_GetIPInfo(void *context, int *ip_before_insn);
uintptr_t _Unwind_GetGR(void *context, int index);
void _Unwind_SetGR(void *context, int index, uintptr_t value);
void _Unwind_SetIP(void *context, uintptr_t value);
uintptr_t _Unwind_GetLanguageSpecificData(void *context);
uintptr_t _Unwind_GetRegionStart(void *context);
uintptr_t _Unwind_GetCFA(void *context);
int _Unwind_Backtrace(int (*trace)(void *, void *), void *argument);
int __gxx_personality_v0(int version, int actions, uint64_t exception_class, void *exception_object, void *context);
