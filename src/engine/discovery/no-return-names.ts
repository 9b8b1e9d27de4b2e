/** Library functions that never return to their caller (C11, POSIX, glibc, musl, Itanium C++ ABI, Rust, Linux, Windows). */

/** Whether the function called `name` (raw, no version) never returns. */
export function neverReturns(name: string): boolean {
  return NAMES.has(name) || PATTERN.test(name);
}

const NAMES: ReadonlySet<string> = new Set([
  ...["exit", "_exit", "_Exit", "quick_exit", "abort", "pthread_exit", "thrd_exit", "__libc_start_main"],
  ...["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", "__libc_longjmp", "__libc_siglongjmp"],
  ...["err", "errx", "verr", "verrx", "__assert_fail", "__assert_perror_fail", "__assert", "__assert_rtn"],
  ...["__stack_chk_fail", "__stack_chk_fail_local", "__fortify_fail", "__chk_fail", "__libc_fatal"],
  ...["_Unwind_Resume", "__cxa_throw", "__cxa_rethrow", "__cxa_bad_cast", "__cxa_bad_typeid", "__cxa_pure_virtual"],
  ...["__cxa_deleted_virtual", "__cxa_throw_bad_array_new_length", "__cxa_throw_bad_array_length"],
  ...["__cxa_call_unexpected", "__cxa_call_terminate", "__clang_call_terminate", "__libc_start_call_main"],
  ...["rust_begin_unwind", "rust_panic", "__rust_start_panic", "_rust_alloc_error_handler"],
  ...["panic", "do_exit", "do_group_exit", "make_task_dead", "__module_put_and_kthread_exit", "kthread_exit"],
  ...["__ubsan_handle_builtin_unreachable", "__ubsan_handle_missing_return", "__reiserfs_panic", "nmi_panic"],
  ...["ExitProcess", "ExitThread", "FreeLibraryAndExitThread", "RtlExitUserProcess", "RtlExitUserThread"],
  ...["_invoke_watson", "_invalid_parameter_noinfo_noreturn", "_CxxThrowException", "__std_terminate"],
  ...["_endthread", "_endthreadex", "__report_gsfailure"],
  ...["terminate", "?terminate@@YAXXZ", "_wassert", "_amsg_exit", "KeBugCheck", "KeBugCheckEx", "RtlRaiseStatus"],
  ...[
    "ExRaiseStatus",
    "ExRaiseAccessViolation",
    "ExRaiseDatatypeMisalignment",
    "RtlFailFast",
    "RaiseFailFastException",
  ],
  ...["g_assertion_message", "g_assertion_message_expr", "g_assertion_message_error", "g_abort", "xalloc_die"],
]);

/** `std::__throw_*`, `std::terminate`, `std::unexpected`, `std::__glibcxx_assert_fail`; `std::_Xlength_error` of MSVC. */
const PATTERN = /^_ZSt(?:\d+__throw_|9terminatev|10unexpectedv|21__glibcxx_assert_fail)|^\?_X[a-z_]+@std@@/;
