/* Of the types of Windows, those that are as wide as a pointer there. */

typedef unsigned long long size_t;
typedef long long ptrdiff_t;
typedef long long intptr_t;
typedef unsigned long long uintptr_t;
typedef unsigned long long ULONG_PTR;
typedef unsigned long long DWORD_PTR;
typedef unsigned long long UINT_PTR;
typedef unsigned long long SIZE_T;
typedef unsigned long long SOCKET;
typedef unsigned long long WPARAM;
typedef unsigned long long HCRYPTPROV;
typedef unsigned long long HCRYPTKEY;
typedef unsigned long long HCRYPTHASH;
typedef long long LONG_PTR;
typedef long long INT_PTR;
typedef long long LPARAM;
typedef long long LRESULT;
typedef long long time_t;
typedef struct WSAData { WORD wVersion; WORD wHighVersion; unsigned short iMaxSockets; unsigned short iMaxUdpDg; char *lpVendorInfo; char szDescription[257]; char szSystemStatus[129]; } WSADATA;
struct servent { char *s_name; char **s_aliases; char *s_proto; short s_port; };
typedef struct _SHFILEOPSTRUCTA { HWND hwnd; UINT wFunc; LPCSTR pFrom; LPCSTR pTo; WORD fFlags; BOOL fAnyOperationsAborted; LPVOID hNameMappings; LPCSTR lpszProgressTitle; } SHFILEOPSTRUCTA;
typedef struct _SHFILEOPSTRUCTW { HWND hwnd; UINT wFunc; LPCWSTR pFrom; LPCWSTR pTo; WORD fFlags; BOOL fAnyOperationsAborted; LPVOID hNameMappings; LPCWSTR lpszProgressTitle; } SHFILEOPSTRUCTW;
