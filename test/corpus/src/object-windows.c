/* What objects for Windows hold that others do not: slots of imports, decorated names, comdats, unwind data. */
__declspec(dllimport) int imported(int value);
int outside(int value);
extern int outside_data;
int counter = 3;
int *const pointer = &counter;
int tentative[4];

int __stdcall add(int left, int right) { return left + right; }
int __fastcall subtract(int left, int right) { return left - right; }
__declspec(dllexport) __attribute__((noinline)) int use(int value) { return imported(value) + outside(value) + outside_data + *pointer; }
int (*const table[])(int) = {use, outside};
