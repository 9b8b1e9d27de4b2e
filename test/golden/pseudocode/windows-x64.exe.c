// start at 0x1400010e0
void start(void)

{
  char cVar1;
  uint nNumberOfBytesToWrite;
  int iVar2;
  int iVar3;
  DWORD nNumberOfBytesToWrite_00;
  ulonglong uVar4;
  HANDLE pvVar5;
  char *lpBuffer;
  WSADATA WStack_228;

  uVar4 = 0;
  do {
    nNumberOfBytesToWrite = (int)uVar4 + 1;
    uVar4 = (ulonglong)nNumberOfBytesToWrite;
  } while ("hello from a small Windows program\r\n"[uVar4] != '\0');
  pvVar5 = GetStdHandle(0xfffffff5);
  uVar4 = 0;
  nNumberOfBytesToWrite_00 = 0;
  WriteFile(pvVar5,"hello from a small Windows program\r\n",nNumberOfBytesToWrite,
            (LPDWORD)&WStack_228,NULL);
  iVar2 = twice((undefined4)started,1);
  iVar3 = thrice((undefined4)started,0,iVar2);
  lpBuffer = (char *)day(iVar2 + iVar3);
  cVar1 = *lpBuffer;
  while (cVar1 != '\0') {
    nNumberOfBytesToWrite_00 = (int)uVar4 + 1;
    uVar4 = (ulonglong)nNumberOfBytesToWrite_00;
    cVar1 = lpBuffer[uVar4];
  }
  pvVar5 = GetStdHandle(0xfffffff5);
  WriteFile(pvVar5,lpBuffer,nNumberOfBytesToWrite_00,(LPDWORD)&WStack_228,NULL);
  iVar2 = WSAStartup(0x202,&WStack_228);
  if (iVar2 != 0) {
    MessageBoxA(NULL,"no network","windows",0);
  }
  ExitProcess(0);
}

// day at 0x140001040
char * day(undefined4 param_1)

{
  switch(param_1) {
  case 0:
    return "Monday";
  case 1:
    return "Tuesday";
  case 2:
    return "Wednesday";
  case 3:
    return "Thursday";
  case 4:
    return "Friday";
  case 5:
    return "Saturday";
  case 6:
    return "Sunday";
  default:
    return "no day";
  }
}

// twice at 0x140001020
int twice(int param_1,int param_2)

{
  return param_2 + param_1 * 2;
}

// on_start at 0x140001000
void on_start(undefined8 param_1,int param_2)

{
  if (param_2 == 1) {
    started._0_4_ = 1;
    return;
  }
  return;
}
