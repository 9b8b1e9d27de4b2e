// main at 0x4011c2
int main(int argc,char **argv)

{
  int iVar1;
  char *pcVar2;
  undefined8 uVar3;

  pcVar2 = getenv("HOME");
  if (1 < argc) {
    pcVar2 = argv[1];
  }
  uVar3 = greeting(pcVar2);
  printf("hello, %s\n",uVar3);
  if ((2 < argc) && (iVar1 = strcmp(argv[1],argv[2]), iVar1 == 0)) {
    fwrite("the two words are the same\n",1,0x1b,stderr);
    exit(3);
  }
  iVar1 = count_letters(*argv,0x6c);
  return iVar1;
}

// greeting at 0x401166
char * greeting(char *param_1)

{
  if (param_1 == NULL) {
    param_1 = "nobody in particular";
  }
  return param_1;
}

// count_letters at 0x401184
int count_letters(char *param_1,char param_2)

{
  char *pcStack_20;
  int iStack_c;

  iStack_c = 0;
  for (pcStack_20 = param_1; *pcStack_20 != '\0'; pcStack_20 = pcStack_20 + 1) {
    iStack_c += (uint)(param_2 == *pcStack_20);
  }
  return iStack_c;
}
