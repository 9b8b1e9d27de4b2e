/* A shared library with exports, a hidden helper, data and symbol versions. */
#include <stdlib.h>
#include <string.h>

const char shape_banner[] = "shape library 2.1";
int shape_count;

__attribute__((visibility("hidden"))) int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

int shape_area_v1(int width, int height) { return width * height; }
int shape_area_v2(int width, int height) { return clamp(width, 0, 1000) * clamp(height, 0, 1000); }
__asm__(".symver shape_area_v1, shape_area@SHAPE_1.0");
__asm__(".symver shape_area_v2, shape_area@@SHAPE_2.0");

char *shape_label(const char *name) {
  char *label = malloc(strlen(name) + sizeof shape_banner);
  if (label == NULL) return NULL;
  shape_count++;
  strcpy(label, shape_banner);
  return strcat(label, name);
}
