import { expect, test } from "vitest";
import { importsByTheme, themeOf } from "./themes.ts";

test.each([
  ["open", "file"],
  ["__open64_2", "file"],
  ["__fprintf_chk", "file"],
  ["execvp", "process"],
  ["_exit", "process"],
  ["getaddrinfo", "network"],
  ["curl_easy_perform", "network"],
  ["EVP_EncryptInit_ex", "crypto"],
  ["inflateInit2_", "compression"],
  ["malloc", "memory"],
  ["_Znwm", "memory"],
  ["__isoc99_sscanf", "string"],
  ["__memcpy_chk", "string"],
  ["isalpha", "string"],
  ["isatty", "terminal"],
  ["pthread_create", "threads"],
  ["clock_gettime", "time"],
  ["__sigsetjmp", "signals"],
  ["epoll_wait", "IPC"],
  ["dlsym", "dynamic loading"],
  ["setuid", "users and privileges"],
  ["pam_start", "users and privileges"],
  ["dcgettext", "locale"],
  ["__libc_start_main", "C runtime"],
  ["__gmon_start__", "C runtime"],
  ["_ZNSt6vectorIiE4pushEi", "C++ runtime"],
  ["__cxa_throw", "C++ runtime"],
  ["copy_from_user", "kernel"],
  ["sqlite3_open", "database"],
  ["CreateFileW", "file"],
  ["CreateFileMappingA", "memory"],
  ["WriteProcessMemory", "memory"],
  ["RegSetValueExW", "registry"],
  ["WSAStartup", "network"],
  ["SetWindowsHookExA", "input capture"],
  ["OpenSCManagerW", "services"],
  ["_wfopen", "file"],
  ["frobnicate", "other"],
  ["", "other"],
])("%s belongs to %s", (name, theme) => {
  expect(themeOf(name)).toBe(theme);
});

test("a theme counts all its names and shows the first twelve", () => {
  const names = Array.from({ length: 20 }, (_, index) => `pthread_${index + 10}`);

  const themes = importsByTheme([...names, "pthread_10", "zz", ""], (raw) => raw.toUpperCase());

  expect(themes).toEqual([
    { theme: "threads", total: 20, names: names.slice(0, 12).map((name) => name.toUpperCase()) },
    { theme: "other", total: 1, names: ["ZZ"] },
  ]);
});
