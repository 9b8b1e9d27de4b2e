// clamp at 0x1130
int clamp(int param_1,int param_2,int param_3)

{
  if (param_1 <= param_3) {
    param_3 = param_1;
  }
  if (param_2 <= param_1) {
    param_2 = param_3;
  }
  return param_2;
}

// shape_label at 0x1180
char * shape_label(char *param_1)

{
  size_t sVar1;
  char *pcVar2;

  sVar1 = strlen(param_1);
  pcVar2 = malloc(sVar1 + 0x12);
  if (pcVar2 == NULL) {
    return NULL;
  }
  shape_count += 1;
  builtin_strncpy(pcVar2,"shape library 2.1",0x12);
  pcVar2 = strcat(pcVar2,param_1);
  return pcVar2;
}

// shape_area at 0x1140
int shape_area(int param_1,int param_2)

{
  return param_1 * param_2;
}

// shape_area at 0x1150
int shape_area_1150(int param_1,int param_2)

{
  int iVar1;

  iVar1 = 1000;
  if (param_1 < 0x3e9) {
    iVar1 = param_1;
  }
  if (iVar1 < 0) {
    iVar1 = 0;
  }
  if (1000 < param_2) {
    param_2 = 1000;
  }
  if (param_2 < 0) {
    param_2 = 0;
  }
  return iVar1 * param_2;
}
// shape_area_1150 is shape_area
