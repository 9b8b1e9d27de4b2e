// main at 0x100000b90
int main(int argc,char **argv)

{
  int iVar1;
  long lVar2;
  int iVar3;
  undefined8 *base;
  undefined8 uVar4;
  int *piVar5;
  char *pcVar6;

  lVar2 = *(long *)__stack_chk_guard;
  base = malloc(0x40);
  *base = 0xe00000000;
  base[1] = 0xb0000001c;
  base[2] = 0x800000019;
  base[3] = 0x500000016;
  base[4] = 0x200000013;
  base[5] = 0x1e00000010;
  base[6] = 0x1b0000000d;
  base[7] = 0x180000000a;
  qsort(base,0x10,4,order);
  uVar4 = weekday(argc);
  piVar5 = (int *)_tlv_bootstrap();
  iVar3 = *piVar5;
  iVar1 = *(int *)((long)base + 0xc);
  pcVar6 = getenv("HOME");
  printf("%s is day %d of %s\n",uVar4,(ulong)(uint)(iVar3 + iVar1),pcVar6);
  if (missing != NULL) {
    missing(3);
  }
  if (argc < 2) {
    iVar3 = fill(*argv,argc);
  }
  else {
    iVar3 = dispatch(argv[1],argc);
  }
  free(base);
  if (*(long *)__stack_chk_guard != lVar2) {
    __stack_chk_fail();
  }
  return iVar3;
}

// weekday at 0x100000820
char * weekday(undefined4 param_1)

{
  long lVar1;
  char *pcVar2;

  lVar1 = *(long *)__stack_chk_guard;
  pcVar2 = "Monday";
  switch(param_1) {
  case 0:
    puts("first");
    pcVar2 = "Sunday";
    break;
  case 1:
    break;
  case 2:
    puts("third");
    pcVar2 = "Tuesday";
    break;
  case 3:
    pcVar2 = "Wednesday";
    break;
  case 4:
    puts("fifth");
    pcVar2 = "Thursday";
    break;
  case 5:
    pcVar2 = "Friday";
    break;
  case 6:
    puts("last");
    pcVar2 = "Saturday";
    break;
  default:
    pcVar2 = "no such day";
  }
  if (*(long *)__stack_chk_guard != lVar1) {
    __stack_chk_fail();
  }
  return pcVar2;
}

// dispatch at 0x100000900
int dispatch(char *param_1,int param_2)

{
  long lVar1;
  int iVar2;
  undefined8 uVar3;

  lVar1 = *(long *)__stack_chk_guard;
  iVar2 = strcmp("square",param_1);
  if (iVar2 == 0) {
    uVar3 = 0;
  }
  else {
    iVar2 = strcmp("halve",param_1);
    if (iVar2 == 0) {
      uVar3 = 1;
    }
    else {
      iVar2 = strcmp("refuse",param_1);
      if (iVar2 == 0) {
        uVar3 = 2;
      }
      else {
        iVar2 = strcmp("scale",param_1);
        if (iVar2 != 0) {
          fwrite("unknown command\n",0x10,1,*(FILE **)__stdoutp);
          if (*(long *)__stack_chk_guard == lVar1) {
            return -1;
          }
          goto code_r0x0001000009ea;
        }
        uVar3 = 3;
      }
    }
  }
  if (*(long *)__stack_chk_guard == lVar1) {
    switch(uVar3) {
    case 1:
      if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
        __stack_chk_fail();
      }
      return param_2 / 2;
    case 2:
      puts("refused to go on");
      exit(param_2);
    case 3:
      if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
        __stack_chk_fail();
      }
      return param_2 * 3 + 1;
    }
    if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
      __stack_chk_fail();
    }
    return param_2 * param_2;
  }
code_r0x0001000009ea:
  __stack_chk_fail();
}

// fill at 0x1000009f0
int fill(char *param_1,byte param_2)

{
  ulong uVar1;
  size_t sVar2;
  ulong uVar3;
  ulong uVar4;
  ulong uVar5;
  long lVar6;
  long lVar7;
  undefined1 auVar8 [16];
  ulong auStack_68 [2];
  undefined1 auStack_58 [16];
  undefined1 auStack_48 [16];
  undefined1 auStack_38 [24];
  long lStack_20;

  lStack_20 = *(long *)__stack_chk_guard;
  sVar2 = strlen(param_1);
  if (sVar2 != 0) {
    uVar3 = 0x3f;
    if (sVar2 - 1 < 0x3f) {
      uVar3 = sVar2 - 1;
    }
    uVar1 = uVar3 + 1;
    if (uVar3 < 7) {
      uVar3 = 0;
    }
    else {
      if (uVar3 < 0xf) {
        uVar3 = 0;
code_r0x000100000a4e:
        uVar4 = (ulong)((uint)uVar1 & 0x78);
        auVar8 = pshuflw(ZEXT216(CONCAT11(param_2,param_2)),ZEXT216(CONCAT11(param_2,param_2)),0);
        uVar5 = uVar3;
        do {
          *(ulong *)((long)auStack_68 + uVar5) = *(ulong *)(param_1 + uVar5) ^ auVar8._0_8_;
          uVar5 += 8;
          uVar3 = uVar4;
          if (uVar4 == uVar5) goto code_r0x000100000b65;
        } while( true );
      }
      uVar3 = (ulong)((uint)uVar1 & 0x70);
      auVar8 = pshufb(ZEXT116(param_2),(undefined1  [16])0x0);
      uVar5 = (uVar3 - 0x10 >> 4) + 1;
      uVar4 = (ulong)((uint)uVar5 & 3);
      if (uVar3 - 0x10 < 0x30) {
        lVar6 = 0;
      }
      else {
        uVar5 &= 0xfffffffffffffffc;
        lVar6 = 0;
        do {
          *(undefined1 (*) [16])((long)auStack_68 + lVar6) =
               *(undefined1 (*) [16])(param_1 + lVar6) ^ auVar8;
          *(undefined1 (*) [16])(auStack_58 + lVar6) =
               *(undefined1 (*) [16])(param_1 + lVar6 + 0x10) ^ auVar8;
          *(undefined1 (*) [16])(auStack_48 + lVar6) =
               *(undefined1 (*) [16])(param_1 + lVar6 + 0x20) ^ auVar8;
          *(undefined1 (*) [16])(auStack_38 + lVar6) =
               *(undefined1 (*) [16])(param_1 + lVar6 + 0x30) ^ auVar8;
          lVar6 += 0x40;
          uVar5 -= 4;
        } while (uVar5 != 0);
      }
      if (uVar4 != 0) {
        lVar7 = 0;
        do {
          *(undefined1 (*) [16])((long)auStack_68 + lVar7 + lVar6) =
               *(undefined1 (*) [16])(param_1 + lVar7 + lVar6) ^ auVar8;
          lVar7 += 0x10;
        } while (uVar4 * 0x10 != lVar7);
      }
      if (uVar1 == uVar3) goto code_r0x000100000b6a;
      if ((uVar1 & 8) != 0) goto code_r0x000100000a4e;
    }
    do {
      *(byte *)((long)auStack_68 + uVar3) = param_1[uVar3] ^ param_2;
      uVar3 = uVar3 + 1;
code_r0x000100000b65:
    } while (uVar1 != uVar3);
  }
code_r0x000100000b6a:
  if (*(long *)__stack_chk_guard != lStack_20) {
    __stack_chk_fail();
  }
  return (int)*(char *)((long)auStack_68 + (ulong)((uint)sVar2 & 0x3f));
}

// scale at 0x100000740
int scale(int param_1)

{
  if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
    __stack_chk_fail();
  }
  return param_1 * 3 + 1;
}

// square at 0x100000780
int square(int param_1)

{
  if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
    __stack_chk_fail();
  }
  return param_1 * param_1;
}

// order at 0x100000cb0
int order(int *param_1,int *param_2)

{
  if (*(long *)__stack_chk_guard != *(long *)__stack_chk_guard) {
    __stack_chk_fail();
  }
  return *param_1 - *param_2;
}
