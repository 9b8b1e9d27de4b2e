// main at 0x100000b98
int main(int argc,char **argv)

{
  int iVar1;
  undefined8 *base;
  long lVar2;

  lVar2 = *(long *)__stack_chk_guard;
  base = malloc(0x40);
  base[1] = 0xb0000001c;
  *base = 0xe00000000;
  base[3] = 0x500000016;
  base[2] = 0x800000019;
  base[5] = 0x1e00000010;
  base[4] = 0x200000013;
  base[7] = 0x180000000a;
  base[6] = 0x1b0000000d;
  qsort(base,0x10,4,order);
  weekday(argc);
  _tlv_bootstrap(*(undefined4 *)((long)base + 0xc));
  getenv("HOME");
  printf("%s is day %d of %s\n");
  if (missing != NULL) {
    missing(3);
  }
  if (argc < 2) {
    iVar1 = fill(*argv,argc);
  }
  else {
    iVar1 = dispatch(argv[1],argc);
  }
  free(base);
  if (*(long *)__stack_chk_guard != lVar2) {
    __stack_chk_fail();
  }
  return iVar1;
}

// weekday at 0x100000850
char * weekday(undefined4 param_1)

{
  char *pcVar1;
  long lVar2;

  lVar2 = *(long *)__stack_chk_guard;
  pcVar1 = "Monday";
  switch(param_1) {
  case 0:
    puts("first");
    pcVar1 = "Sunday";
    break;
  case 1:
    break;
  case 2:
    puts("third");
    pcVar1 = "Tuesday";
    break;
  case 3:
    pcVar1 = "Wednesday";
    break;
  case 4:
    puts("fifth");
    pcVar1 = "Thursday";
    break;
  case 5:
    pcVar1 = "Friday";
    break;
  case 6:
    puts("last");
    pcVar1 = "Saturday";
    break;
  default:
    pcVar1 = "no such day";
  }
  if (*(long *)__stack_chk_guard != lVar2) {
    __stack_chk_fail();
  }
  return pcVar1;
}

// dispatch at 0x100000944
int dispatch(char *param_1,int param_2)

{
  int iVar1;
  long lVar2;
  undefined8 uVar3;

  lVar2 = *(long *)__stack_chk_guard;
  iVar1 = strcmp("square",param_1);
  if (iVar1 == 0) {
    uVar3 = 0;
  }
  else {
    iVar1 = strcmp("halve",param_1);
    if (iVar1 == 0) {
      uVar3 = 1;
    }
    else {
      iVar1 = strcmp("refuse",param_1);
      if (iVar1 == 0) {
        uVar3 = 2;
      }
      else {
        iVar1 = strcmp("scale",param_1);
        if (iVar1 != 0) {
          fwrite("unknown command\n",0x10,1,*(FILE **)__stdoutp);
          if (*(long *)__stack_chk_guard == lVar2) {
            return -1;
          }
          goto code_r0x000100000a60;
        }
        uVar3 = 3;
      }
    }
  }
  if (*(long *)__stack_chk_guard == lVar2) {
    switch(uVar3) {
    case 0:
      if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
        __stack_chk_fail();
      }
      return param_2 * param_2;
    case 2:
      puts("refused to go on");
      exit(param_2);
    case 3:
      if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
        __stack_chk_fail();
      }
      return param_2 * 3 + 1;
    }
    if (param_2 < 0) {
      param_2 += 1;
    }
    if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
      __stack_chk_fail();
    }
    return param_2 >> 1;
  }
code_r0x000100000a60:
  __stack_chk_fail();
}

// fill at 0x100000a64
long fill(char *param_1,byte param_2)

{
  ulong uVar1;
  size_t sVar2;
  ulong uVar3;
  ulong uVar4;
  ulong uVar5;
  byte *pbVar6;
  byte *pbVar7;
  char *pcVar8;
  long lVar9;
  undefined8 uVar10;
  undefined8 uVar11;
  byte abStack_68 [8];
  undefined8 auStack_60 [7];
  long lStack_28;

  lStack_28 = *(long *)__stack_chk_guard;
  sVar2 = strlen(param_1);
  if (sVar2 == 0) goto code_r0x000100000b60;
  uVar3 = sVar2 - 1;
  if (0x3e < uVar3) {
    uVar3 = 0x3f;
  }
  if (uVar3 < 7) {
    uVar4 = 0;
  }
  else {
    if (uVar3 < 0xf) {
      uVar5 = 0;
    }
    else {
      uVar1 = uVar3 + 1;
      uVar4 = uVar1 & 0x70;
      pbVar6 = abStack_68;
      uVar5 = uVar4;
      pcVar8 = param_1;
      do {
        uVar11 = *(undefined8 *)(pcVar8 + 8);
        uVar10 = *(undefined8 *)pcVar8;
        *(ulong *)(pbVar6 + 8) =
             CONCAT17((byte)((ulong)uVar11 >> 0x38) ^ param_2,
                      CONCAT16((byte)((ulong)uVar11 >> 0x30) ^ param_2,
                               CONCAT15((byte)((ulong)uVar11 >> 0x28) ^ param_2,
                                        CONCAT14((byte)((ulong)uVar11 >> 0x20) ^ param_2,
                                                 CONCAT13((byte)((ulong)uVar11 >> 0x18) ^ param_2,
                                                          CONCAT12((byte)((ulong)uVar11 >> 0x10) ^
                                                                   param_2,CONCAT11((byte)((ulong)
                                                  uVar11 >> 8) ^ param_2,(byte)uVar11 ^ param_2)))))
                              ));
        *(ulong *)pbVar6 =
             CONCAT17((byte)((ulong)uVar10 >> 0x38) ^ param_2,
                      CONCAT16((byte)((ulong)uVar10 >> 0x30) ^ param_2,
                               CONCAT15((byte)((ulong)uVar10 >> 0x28) ^ param_2,
                                        CONCAT14((byte)((ulong)uVar10 >> 0x20) ^ param_2,
                                                 CONCAT13((byte)((ulong)uVar10 >> 0x18) ^ param_2,
                                                          CONCAT12((byte)((ulong)uVar10 >> 0x10) ^
                                                                   param_2,CONCAT11((byte)((ulong)
                                                  uVar10 >> 8) ^ param_2,(byte)uVar10 ^ param_2)))))
                              ));
        uVar5 -= 0x10;
        pbVar6 = pbVar6 + 0x10;
        pcVar8 = pcVar8 + 0x10;
      } while (uVar5 != 0);
      if (uVar1 == uVar4) goto code_r0x000100000b60;
      uVar5 = uVar4;
      if (((uint)uVar1 >> 3 & 1) == 0) goto code_r0x000100000b38;
    }
    uVar4 = uVar3 + 1 & 0x78;
    lVar9 = uVar5 - uVar4;
    pcVar8 = param_1 + uVar5;
    pbVar6 = abStack_68 + uVar5;
    do {
      uVar10 = *(undefined8 *)pcVar8;
      *(ulong *)pbVar6 =
           CONCAT17((byte)((ulong)uVar10 >> 0x38) ^ param_2,
                    CONCAT16((byte)((ulong)uVar10 >> 0x30) ^ param_2,
                             CONCAT15((byte)((ulong)uVar10 >> 0x28) ^ param_2,
                                      CONCAT14((byte)((ulong)uVar10 >> 0x20) ^ param_2,
                                               CONCAT13((byte)((ulong)uVar10 >> 0x18) ^ param_2,
                                                        CONCAT12((byte)((ulong)uVar10 >> 0x10) ^
                                                                 param_2,CONCAT11((byte)((ulong)
                                                  uVar10 >> 8) ^ param_2,(byte)uVar10 ^ param_2)))))
                            ));
      lVar9 += 8;
      pcVar8 = pcVar8 + 8;
      pbVar6 = pbVar6 + 8;
    } while (lVar9 != 0);
    if (uVar3 + 1 == uVar4) goto code_r0x000100000b60;
  }
code_r0x000100000b38:
  lVar9 = (uVar3 - uVar4) + 1;
  pbVar6 = (byte *)(param_1 + uVar4);
  pbVar7 = abStack_68 + uVar4;
  do {
    *pbVar7 = *pbVar6 ^ param_2;
    lVar9 += -1;
    pbVar6 = pbVar6 + 1;
    pbVar7 = pbVar7 + 1;
  } while (lVar9 != 0);
code_r0x000100000b60:
  if (*(long *)__stack_chk_guard != lStack_28) {
    __stack_chk_fail();
  }
  return (long)(char)abStack_68[sVar2 & 0x3f];
}

// halve at 0x1000007dc
int halve(int param_1)

{
  if (param_1 < 0) {
    param_1 += 1;
  }
  if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
    __stack_chk_fail();
  }
  return param_1 >> 1;
}

// order at 0x100000cd4
int order(int *param_1,int *param_2)

{
  if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
    __stack_chk_fail();
  }
  return *param_1 - *param_2;
}
