/** Beginnings of names of the Windows API, the Universal CRT and the kernel, by theme. */
import type { Theme } from "./theme-table.ts";

/** Continues the themes of the other table where they have the same name; the longest beginning decides. */
export const WINDOWS_THEMES: readonly Theme[] = [
  windows(
    "file",
    `CreateFile OpenFile ReadFile WriteFile ReadDirectoryChanges SetEndOfFile SetFile GetFile FlushFile LockFile
    UnlockFile CopyFile MoveFile ReplaceFile DeleteFile FindFirst FindNext FindClose FindVolume CreateDirectory
    RemoveDirectory GetCurrentDirectory SetCurrentDirectory GetFullPath GetLongPath GetShortPath GetTempFile GetTempPath
    GetFinalPath GetDisk GetDrive GetLogicalDrive GetVolume SetVolume DefineDosDevice QueryDosDevice CreateHardLink
    CreateSymbolicLink SHFileOperation SHGetFolderPath SHGetKnownFolder SHGetSpecialFolder Path DeviceIoControl
    CancelIo GetOverlappedResult CreateIoCompletionPort GetQueuedCompletion PostQueuedCompletion GetStdHandle SetStdHandle
    NtCreateFile NtOpenFile NtReadFile NtWriteFile NtQueryDirectoryFile NtQueryInformationFile NtSetInformationFile
    NtDeleteFile NtDeviceIoControlFile ZwCreateFile ZwOpenFile ZwReadFile ZwWriteFile ZwQueryInformationFile RtlDosPath
    _wfopen _wopen _wremove _wrename _wstat _wunlink _waccess _findfirst _findnext _wfindfirst _open_osfhandle
    _get_osfhandle __acrt_iob_func __stdio_common _lseeki64 _fseeki64 _ftelli64 FltRegister FltStart Flt`,
  ),
  windows(
    "process",
    `CreateProcess OpenProcess TerminateProcess ExitProcess GetExitCode GetCurrentProcess GetProcess ShellExecute WinExec
    CreateToolhelp32 Process32 Module32 Heap32 EnumProcess K32Enum K32Get QueryFullProcessImageName CreateRemoteThread
    CreateJobObject AssignProcessToJob SetInformationJob WaitForInputIdle GetCommandLine CommandLineToArgv GetStartupInfo
    CreatePipe CreateNamedPipe ConnectNamedPipe DisconnectNamedPipe PeekNamedPipe TransactNamedPipe WaitNamedPipe
    NtCreateProcess NtCreateUserProcess NtOpenProcess NtTerminateProcess NtQueryInformationProcess NtSuspendProcess
    NtResumeProcess NtUnmapViewOfSection ZwOpenProcess ZwTerminateProcess ZwQueryInformationProcess PsCreate PsGet
    PsLookup PsSet RtlCreateUserProcess RtlExitUserProcess InitializeProcThreadAttribute UpdateProcThreadAttribute
    DeleteProcThreadAttribute _wsystem _wspawn _wexec _spawn _execv _popen _wpopen _beginthread _endthread _cexit _c_exit
    _exit _crt_atexit _register_onexit _initialize_onexit __p___argc __p___argv __p___wargv _configure_ _get_initial_
    _set_app_type _initterm __getmainargs __wgetmainargs __set_app_type`,
  ),
  windows(
    "threads",
    `CreateThread OpenThread ExitThread SuspendThread ResumeThread TerminateThread GetThread SetThread Thread32 QueueUserAPC
    SwitchToThread SwitchToFiber CreateFiber DeleteFiber ConvertThread ConvertFiber Sleep WaitFor WaitOnAddress
    WakeByAddress SignalObjectAndWait MsgWaitFor EnterCritical LeaveCritical InitializeCritical DeleteCritical
    TryEnterCritical CreateMutex OpenMutex ReleaseMutex CreateEvent OpenEvent SetEvent ResetEvent PulseEvent
    CreateSemaphore OpenSemaphore ReleaseSemaphore AcquireSRW ReleaseSRW TryAcquireSRW InitializeSRW InitializeCondition
    SleepCondition WakeCondition WakeAllCondition InitOnce TlsAlloc TlsFree TlsGet TlsSet FlsAlloc FlsFree FlsGet FlsSet
    CreateThreadpool SubmitThreadpool CloseThreadpool SetThreadpool QueueUserWorkItem Interlocked GetCurrentThread
    CreateWaitableTimer SetWaitableTimer CreateTimerQueue DeleteTimerQueue NtCreateThread NtResumeThread NtSuspendThread
    NtSetContextThread NtGetContextThread NtQueueApcThread NtDelayExecution NtWaitFor KeWaitFor KeInitialize KeSet
    KeAcquire KeRelease KeDelay RtlEnterCritical RtlLeaveCritical ExAcquire ExRelease`,
  ),
  windows(
    "network",
    `WSA socket accept bind connect listen recv send select shutdown gethost getaddrinfo freeaddrinfo getnameinfo
    GetAddrInfo FreeAddrInfo inet_ InetPton InetNtop closesocket ioctlsocket Internet Http InternetOpen WinHttp Ftp
    URLDownload URLOpen Dns GetAdapters GetIpAddr GetNetworkParams GetTcp GetUdp GetExtendedTcp GetExtendedUdp IcmpCreate
    IcmpSend NetUser NetShare NetServer NetWksta NetApi NetLocalGroup WNet AcceptEx TransmitFile Wsk Fwpm Fwps Rpc
    BluetoothFind`,
  ),
  windows(
    "memory",
    `Heap GlobalAlloc GlobalFree GlobalLock GlobalUnlock GlobalReAlloc GlobalSize LocalAlloc LocalFree LocalReAlloc
    VirtualAlloc VirtualFree VirtualProtect VirtualQuery VirtualLock VirtualUnlock ReadProcessMemory WriteProcessMemory
    CreateFileMapping OpenFileMapping MapViewOfFile UnmapViewOfFile FlushViewOfFile GetProcessHeap RtlAllocateHeap
    RtlFreeHeap RtlReAllocateHeap RtlCopyMemory RtlMoveMemory RtlZeroMemory RtlFillMemory RtlCompareMemory
    NtAllocateVirtual NtFreeVirtual NtProtectVirtual NtReadVirtual NtWriteVirtual NtQueryVirtual NtMapView NtCreateSection
    ZwMapView ExAllocatePool ExFreePool MmMap MmProbe MmGet MmCopy IoAllocateMdl CoTaskMem SysAlloc SysFree SysReAlloc
    _aligned_ _msize _recalloc _callnewh _set_new_mode AllocateUserPhysical`,
  ),
  windows(
    "dynamic loading",
    `LoadLibrary FreeLibrary GetProcAddress GetModule LdrLoad LdrGet LdrUnload AddDllDirectory SetDllDirectory
    SetDefaultDllDirectories DisableThreadLibraryCalls MmGetSystemRoutineAddress FindResource LoadResource LockResource
    SizeofResource EnumResource BeginUpdateResource UpdateResource EndUpdateResource`,
  ),
  windows(
    "crypto",
    `Crypt BCrypt NCrypt Cert PFX SystemFunction036 RtlGenRandom ProcessPrng WinVerifyTrust CryptCATAdmin SslEncrypt
    SslDecrypt QueryContextAttributes AcquireCredentials InitializeSecurityContext AcceptSecurityContext EncryptMessage
    DecryptMessage EncryptFile DecryptFile`,
  ),
  windows(
    "registry",
    `Reg NtCreateKey NtOpenKey NtSetValueKey NtQueryValueKey NtDeleteKey ZwCreateKey ZwOpenKey ZwSetValueKey
    SHGetValue SHSetValue SHDeleteKey CmRegister GetProfile WriteProfile GetPrivateProfile WritePrivateProfile`,
  ),
  windows(
    "users and privileges",
    `OpenProcessToken OpenThreadToken AdjustToken LookupPrivilege LookupAccount GetTokenInformation SetTokenInformation
    DuplicateToken ImpersonateLoggedOn ImpersonateSelf ImpersonateNamedPipe RevertToSelf LogonUser CreateProcessAsUser
    CreateProcessWithLogon CreateProcessWithToken CheckTokenMembership AllocateAndInitializeSid FreeSid EqualSid CopySid
    GetSid ConvertSid ConvertStringSid ConvertStringSecurity GetSecurity SetSecurity GetNamedSecurity SetNamedSecurity
    InitializeSecurityDescriptor InitializeAcl AddAccess AccessCheck Lsa Cred Sam SeAccess SePrivilege Amsi Evt Etw
    EventRegister EventWrite EventUnregister EventSetInformation`,
  ),
  windows(
    "services",
    `OpenSCManager CreateService OpenService StartService ControlService DeleteService QueryService ChangeServiceConfig
    EnumServices RegisterServiceCtrl SetServiceStatus CloseServiceHandle NtLoadDriver ZwLoadDriver`,
  ),
  windows(
    "user interface",
    `CreateWindow RegisterClass DefWindow DestroyWindow ShowWindow FindWindow EnumWindows EnumChild GetWindow SetWindow
    GetForegroundWindow SetForegroundWindow MoveWindow UpdateWindow IsWindow MessageBox DialogBox CreateDialog EndDialog
    GetDlg SetDlg SendMessage SendDlg PostMessage PostQuit PostThreadMessage GetMessage PeekMessage TranslateMessage
    TranslateAccelerator DispatchMessage LoadIcon LoadCursor LoadBitmap LoadImage LoadString LoadMenu LoadAccelerators
    SetCursor GetCursor ShowCursor BeginPaint EndPaint InvalidateRect RedrawWindow GetClientRect GetDC ReleaseDC BitBlt
    StretchBlt CreateCompatible CreateFont CreateBrush CreatePen CreateSolidBrush CreateDIB DeleteDC DeleteObject
    SelectObject DrawText DrawIcon TextOut FillRect GetSystemMetrics SystemParametersInfo CreateMenu CreatePopup AppendMenu
    TrackPopup GetMenu SetMenu CheckMenu EnableMenu OpenClipboard CloseClipboard GetClipboard SetClipboard EmptyClipboard
    Shell_NotifyIcon GetOpenFileName GetSaveFileName ImageList_ InitCommonControls Gdi Gdip DragQuery DragAccept SetTimer
    KillTimer SetFocus GetFocus EnableWindow ClientToScreen ScreenToClient MonitorFrom EnumDisplay ChangeDisplay wgl`,
  ),
  windows(
    "input capture",
    `SetWindowsHook UnhookWindowsHook CallNextHook GetAsyncKeyState GetKeyState GetKeyboard MapVirtualKey SendInput
    keybd_event mouse_event RegisterRawInput GetRawInput AttachThreadInput BlockInput RegisterHotKey GetKeyNameText
    ToUnicode ToAscii VkKeyScan`,
  ),
  windows(
    "debugging",
    `IsDebuggerPresent CheckRemoteDebugger OutputDebugString DebugActiveProcess DebugBreak WaitForDebugEvent
    ContinueDebugEvent NtSetInformationThread NtQueryObject NtQuerySystemInformation ZwQuerySystemInformation
    DbgPrint DbgBreakPoint KdDebugger MiniDumpWriteDump Sym StackWalk ImageNtHeader RtlCaptureContext
    RtlCaptureStackBackTrace RtlLookupFunctionEntry RtlVirtualUnwind RtlUnwind RtlAddFunctionTable
    AddVectoredException AddVectoredContinue RemoveVectored RaiseException SetUnhandledException UnhandledException
    SetErrorMode _CxxThrow __CxxFrame __C_specific_handler _except_handler __std_exception __std_terminate
    __current_exception _seh_filter _XcptFilter _set_se_translator KeBugCheck`,
  ),
  windows(
    "time",
    `GetSystemTime GetLocalTime SetSystemTime SetLocalTime GetTickCount QueryPerformance QueryUnbiased QueryInterrupt
    FileTimeTo SystemTimeTo SystemTimeToFile TzSpecific GetTimeZone GetDynamicTimeZone timeGet timeBegin timeEnd timeSet
    CompareFileTime _time64 _time32 _mktime64 _localtime64 _gmtime64 _ctime64 _ftime64 _difftime64 _wctime _wasctime
    _strdate _strtime KeQuery NtQuerySystemTime`,
  ),
  windows(
    "system information",
    `GetVersion RtlGetVersion VerifyVersionInfo VerSetCondition IsWow64 GetSystemInfo GetNativeSystemInfo
    GetSystemDirectory GetWindowsDirectory GetComputerName GetUserName GlobalMemoryStatus GetPerformanceInfo
    IsProcessorFeature GetLogicalProcessor GetActiveProcessor GetEnvironment SetEnvironment FreeEnvironment
    ExpandEnvironment GetSystemFirmware GetSystemPower SetThreadExecution ExitWindows InitiateSystemShutdown
    AbortSystemShutdown GetProductInfo GetNumaNode _wgetenv _wputenv _dupenv_s __p__environ __p__wenviron SetupDi
    CM_Get WTS`,
  ),
  windows(
    "terminal",
    `AllocConsole AttachConsole FreeConsole GetConsole SetConsole ReadConsole WriteConsole FillConsole ScrollConsole
    PeekConsole FlushConsole GetNumberOfConsole _kbhit _getch _putch _cputs _cprintf`,
  ),
  windows(
    "component object model",
    `CoInitialize CoUninitialize CoCreate CoGet CoSet CoRegister CoRevoke CLSIDFrom StringFromCLSID StringFromGUID IIDFrom
    OleInitialize OleUninitialize OleCreate Variant SafeArray SysString DllGetClassObject DllCanUnload DllRegister
    DllUnregister RoInitialize RoGetActivation RoActivate WindowsCreateString WindowsDeleteString LoadTypeLib CreateBindCtx
    GetActiveObject ProgIDFrom Mk`,
  ),
  windows(
    "string",
    `lstr CharLower CharUpper CharNext CharPrev IsChar CompareString MultiByteToWideChar WideCharToMultiByte FoldString
    LCMapString GetStringType GetACP GetOEMCP GetCPInfo IsValidCodePage IsDBCS GetLocale GetUserDefault GetSystemDefault
    IsValidLocale EnumSystemLocales FormatMessage RtlInitUnicode RtlInitAnsi RtlUnicode RtlAnsi RtlUpcase StrCmp StrStr
    StrChr StrRChr StrTrim StrDup StrFormat StrTo wsprintf wvsprintf _wcs _mbs _str _stricmp _strnicmp _wtoi _wtol _itow
    _itoa _ltoa _ui64toa _snprintf _snwprintf _vsnprintf _vsnwprintf _scprintf`,
  ),
];

function windows(theme: string, prefixes: string): Theme {
  return { theme, names: "", prefixes: prefixes.trim().split(/\s+/u) };
}
