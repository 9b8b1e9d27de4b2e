import { expect, test } from "vitest";
import { functionName, parseDeclaration } from "./declaration.ts";

test("a function has its name, its text and the types that it names", () => {
  const declaration = parseDeclaration("ssize_t getline(char **lineptr, size_t *n, FILE *stream);");

  expect(declaration).toEqual({
    kind: "function",
    name: "getline",
    text: "ssize_t getline(char **lineptr, size_t *n, FILE *stream)",
    convention: undefined,
    noReturn: false,
    variadic: false,
    uses: [
      { name: "ssize_t", isPointedTo: false },
      { name: "size_t", isPointedTo: true },
      { name: "FILE", isPointedTo: true },
    ],
  });
});

test("marks and conventions are facts beside the text", () => {
  expect(parseDeclaration("noreturn void err(int eval, const char *format, ...);")).toMatchObject({
    text: "void err(int eval, const char *format, ...)",
    noReturn: true,
    variadic: true,
  });
  expect(parseDeclaration("int wsprintfA(LPSTR s, LPCSTR format, ...) __cdecl;")).toMatchObject({
    text: "int wsprintfA(LPSTR s, LPCSTR format, ...)",
    convention: "__cdecl",
  });
  expect(parseDeclaration("void run(unsigned int (__stdcall *start)(void *));")).toMatchObject({
    text: "void run(unsigned int (*start)(void *))",
    convention: undefined,
  });
});

test("declarators nest: pointers to functions, pointers to pointers, constant pointers, arrays", () => {
  const lines = [
    "void qsort(void *base, size_t n, int (*compar)(const void *, const void *))",
    "void *tfind(const void *key, void *const *rootp, int (*compar)(const void *, const void *))",
    "int execv(const char *pathname, char *const *argv)",
    "unsigned long long strtoull(const char *nptr, char **endptr, int base)",
    "struct tm *localtime(const time_t *timer)",
    "int eventfd(unsigned int, int flags)",
  ];

  for (const line of lines) expect(parseDeclaration(`${line};`)).toMatchObject({ kind: "function", text: line });
});

test("types say what they declare and whether they hold or only point to what they name", () => {
  expect(parseDeclaration("struct node { struct node *next; struct pair value; FILE *log[2]; };")).toEqual({
    kind: "type",
    names: ["struct node"],
    text: "struct node { struct node *next; struct pair value; FILE *log[2]; };",
    uses: [
      { name: "struct node", isPointedTo: true },
      { name: "struct pair", isPointedTo: false },
      { name: "FILE", isPointedTo: true },
    ],
  });
  expect(parseDeclaration("typedef struct _FILETIME { DWORD low; DWORD high; } FILETIME;")).toMatchObject({
    names: ["struct _FILETIME", "FILETIME"],
  });
  expect(parseDeclaration("typedef enum { P_ALL, P_PID = 1, P_PGID = 0x2 } idtype_t;")).toMatchObject({
    names: ["idtype_t"],
    uses: [],
  });
  expect(parseDeclaration("typedef BOOL (*PHANDLER_ROUTINE)(DWORD CtrlType);")).toMatchObject({
    names: ["PHANDLER_ROUTINE"],
    text: "typedef BOOL (*PHANDLER_ROUTINE)(DWORD CtrlType);",
  });
});

test.each([
  "int f(int a",
  "int f(int a)",
  "int f();",
  "int f(..., int a);",
  "int f(int a) { return a; }",
  "struct s { int; };",
  "struct s { int a:3; };",
  "typedef int;",
  "enum e { A = B };",
  "int a, b;",
  "int f(int a); int g(int a);",
  "const;",
  "",
])("%s is not of these tables", (line) => {
  expect(() => parseDeclaration(line)).toThrow(SyntaxError);
});

test("the name of a function is before the first parenthesis", () => {
  expect(functionName("void *_Znwm(size_t size);")).toBe("_Znwm");
  expect(functionName("int main(int (*f)(void));")).toBe("main");
});
