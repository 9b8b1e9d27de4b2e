// _start at 0x401070
void _start(void)

{
  char cVar1;
  HANDLE pvVar2;
  int iVar3;
  int iVar4;
  char *pcVar5;
  DWORD nNumberOfBytesToWrite;
  DWORD DVar6;
  LPWSADATA lpBuffer;
  WSADATA WStack_220;

  DVar6 = 0;
  do {
    nNumberOfBytesToWrite = DVar6 + 1;
    iVar3 = DVar6 + 1;
    DVar6 = nNumberOfBytesToWrite;
  } while ("hello from a small Windows program\r\n"[iVar3] != '\0');
  pvVar2 = GetStdHandle(0xfffffff5);
  lpBuffer = &WStack_220;
  WriteFile(pvVar2,"hello from a small Windows program\r\n",nNumberOfBytesToWrite,
            (LPDWORD)&WStack_220,NULL);
  iVar3 = twice(_started,1);
  iVar4 = thrice();
  DVar6 = 0;
  pcVar5 = (char *)_day(iVar3 + iVar4);
  cVar1 = *pcVar5;
  while (cVar1 != '\0') {
    DVar6 += 1;
    cVar1 = pcVar5[DVar6];
  }
  pvVar2 = GetStdHandle(0xfffffff5);
  WriteFile(pvVar2,lpBuffer,DVar6,(LPDWORD)&WStack_220,NULL);
  iVar3 = WSAStartup(0x202,&WStack_220);
  if (iVar3 != 0) {
    MessageBoxA(NULL,"no network","windows",0);
  }
  ExitProcess(0);
}

// _day at 0x401040
char * _day(uint param_1)

{
  char *pcVar1;

  pcVar1 = "no day";
  if (param_1 < 7) {
    pcVar1 = *(char **)(&CSWTCH_7 + param_1 * 4);
  }
  return pcVar1;
}
// CSWTCH_7 is _CSWTCH.7

// twice at 0x401020
int twice(int param_1,int param_2)

{
  return param_2 + param_1 * 2;
}

// on_start at 0x401000
void on_start(undefined4 param_1,int param_2)

{
  if (param_2 == 1) {
    _started = 1;
  }
  return;
}
