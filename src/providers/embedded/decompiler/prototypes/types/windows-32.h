/* Of the types of Windows, those that are as wide as a pointer there. */

typedef unsigned int size_t;
typedef int ptrdiff_t;
typedef int intptr_t;
typedef unsigned int uintptr_t;
typedef unsigned int ULONG_PTR;
typedef unsigned int DWORD_PTR;
typedef unsigned int UINT_PTR;
typedef unsigned int SIZE_T;
typedef unsigned int SOCKET;
typedef unsigned int WPARAM;
typedef unsigned int HCRYPTPROV;
typedef unsigned int HCRYPTKEY;
typedef unsigned int HCRYPTHASH;
typedef int LONG_PTR;
typedef int INT_PTR;
typedef long LPARAM;
typedef long LRESULT;
typedef long time_t;
typedef struct WSAData { WORD wVersion; WORD wHighVersion; char szDescription[257]; char szSystemStatus[129]; unsigned short iMaxSockets; unsigned short iMaxUdpDg; char *lpVendorInfo; } WSADATA;
struct servent { char *s_name; char **s_aliases; short s_port; char *s_proto; };
typedef struct _SHFILEOPSTRUCTA SHFILEOPSTRUCTA;
typedef struct _SHFILEOPSTRUCTW SHFILEOPSTRUCTW;
