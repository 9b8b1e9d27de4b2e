#include "trial.h"

struct point { int x, y; };
struct rectangle { struct point low, high; };
struct node { int value; struct node *next; };
struct record { char tag; short size; int id; long total; char name[12]; double weight; };
struct tree { int key; struct tree *left, *right; };
struct stack { int items[8]; int depth; };
union number { int whole; float real; unsigned char bytes[4]; };
struct flags { unsigned ready : 1, level : 3, code : 12, rest : 16; };

FUNCTION(int, area_of, (const struct rectangle *r)) {
  return (r->high.x - r->low.x) * (r->high.y - r->low.y);
}
TRIAL(area_of) {
  struct rectangle a = {{1, 2}, {11, 7}}, b = {{-3, -3}, {4, 5}};
  SHOW("%d %d", area_of(&a), area_of(&b));
}

FUNCTION(void, move_point, (struct point *p, int dx, int dy)) {
  p->x += dx;
  p->y -= dy;
}
TRIAL(move_point) {
  struct point p = {5, 6};
  move_point(&p, 10, 20);
  SHOW("%d %d", p.x, p.y);
}

FUNCTION(struct point, middle_of, (struct point a, struct point b)) {
  struct point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
  return middle;
}
TRIAL(middle_of) {
  struct point p = middle_of((struct point){2, 30}, (struct point){-8, 11});
  SHOW("%d %d", p.x, p.y);
}

FUNCTION(int, list_sum, (const struct node *list)) {
  int sum = 0;
  for (; list; list = list->next) sum += list->value;
  return sum;
}
TRIAL(list_sum) {
  struct node c = {30, NULL}, b = {-2, &c}, a = {100, &b};
  SHOW("%d %d %d", list_sum(NULL), list_sum(&c), list_sum(&a));
}

FUNCTION(struct node *, list_reverse, (struct node *list)) {
  struct node *reversed = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  return reversed;
}
TRIAL(list_reverse) {
  struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
  for (struct node *at = list_reverse(&a); at; at = at->next) SHOW("%d", at->value);
}

FUNCTION(void, list_insert, (struct node **list, struct node *added)) {
  while (*list && (*list)->value < added->value) list = &(*list)->next;
  added->next = *list;
  *list = added;
}
TRIAL(list_insert) {
  struct node nodes[] = {{5, 0}, {1, 0}, {9, 0}, {4, 0}}, *list = NULL;
  for (int i = 0; i < 4; i++) list_insert(&list, &nodes[i]);
  for (; list; list = list->next) SHOW("%d", list->value);
}

FUNCTION(int, list_remove, (struct node **list, int value)) {
  int removed = 0;
  while (*list) {
    if ((*list)->value == value) {
      *list = (*list)->next;
      removed++;
    } else list = &(*list)->next;
  }
  return removed;
}
TRIAL(list_remove) {
  struct node d = {3, NULL}, c = {1, &d}, b = {3, &c}, a = {2, &b}, *list = &a;
  SHOW("%d", list_remove(&list, 3));
  for (; list; list = list->next) SHOW("%d", list->value);
}

FUNCTION(long, record_digest, (const struct record *r)) {
  return r->tag + 3L * r->size + 5L * r->id + r->total + (long)(r->weight * 10) + r->name[2];
}
TRIAL(record_digest) {
  struct record r = {'t', -9, 1234567, 99999999999L, "record", 2.75};
  SHOW("%ld", record_digest(&r));
}

FUNCTION(void, record_clear, (struct record *r, const char *name)) {
  memset(r, 0, sizeof *r);
  strncpy(r->name, name, sizeof r->name - 1);
  r->tag = 'c';
  r->weight = 1.5;
}
TRIAL(record_clear) {
  struct record r;
  memset(&r, 7, sizeof r);
  record_clear(&r, "a long name of a record");
  SHOW("%c %d %d %ld %s %g", r.tag, r.size, r.id, r.total, r.name, r.weight);
}

FUNCTION(int, heaviest_record, (const struct record *records, int count)) {
  int best = 0;
  for (int i = 1; i < count; i++)
    if (records[i].weight > records[best].weight) best = i;
  return records[best].id;
}
TRIAL(heaviest_record) {
  struct record r[3] = {{.id = 4, .weight = 1}, {.id = 5, .weight = 7.5}, {.id = 6, .weight = 7.25}};
  SHOW("%d %d", heaviest_record(r, 3), heaviest_record(r, 1));
}

FUNCTION(struct tree *, tree_find, (struct tree *tree, int key)) {
  while (tree && tree->key != key) tree = key < tree->key ? tree->left : tree->right;
  return tree;
}
TRIAL(tree_find) {
  struct tree a = {1, 0, 0}, c = {7, 0, 0}, b = {4, &a, &c};
  SHOW("%d %d %d %d", tree_find(&b, 7) == &c, tree_find(&b, 1) == &a, tree_find(&b, 4) == &b, tree_find(&b, 5) == NULL);
}

FUNCTION(int, push, (struct stack *stack, int item)) {
  if (stack->depth >= 8) return 0;
  stack->items[stack->depth++] = item;
  return 1;
}
TRIAL(push) {
  struct stack s = {{0}, 6};
  int a = push(&s, 11), b = push(&s, 22), c = push(&s, 33);
  SHOW("%d %d %d %d %d %d", a, b, c, s.depth, s.items[6], s.items[7]);
}

FUNCTION(int, pop, (struct stack *stack, int *item)) {
  if (stack->depth == 0) return -1;
  *item = stack->items[--stack->depth];
  return stack->depth;
}
TRIAL(pop) {
  struct stack s = {{10, 20}, 2};
  int item = 0, left = pop(&s, &item);
  SHOW("%d %d", left, item);
  left = pop(&s, &item);
  SHOW("%d %d %d", left, item, pop(&s, &item));
}

FUNCTION(int, sum_of_bytes, (union number n)) {
  return n.bytes[0] + n.bytes[1] + n.bytes[2] + n.bytes[3];
}
TRIAL(sum_of_bytes) {
  SHOW("%d %d", sum_of_bytes((union number){.whole = 0x01ff0380}), sum_of_bytes((union number){.whole = -1}));
}

FUNCTION(unsigned, flags_value, (struct flags *f, unsigned code)) {
  f->code = code;
  f->level = f->level + 1u;
  return f->ready ? f->code * 2u + f->level : f->rest;
}
TRIAL(flags_value) {
  struct flags f = {1, 6, 5, 700}, g = {0, 7, 5, 700};
  SHOW("%u %u", flags_value(&f, 0x1fff), flags_value(&g, 3));
  SHOW("%u %u %u %u %u", f.ready, f.level, f.code, f.rest, g.level);
}

FUNCTION(void, swap_points, (struct point *a, struct point *b)) {
  struct point kept = *a;
  *a = *b;
  *b = kept;
}
TRIAL(swap_points) {
  struct point a = {1, 2}, b = {3, 4};
  swap_points(&a, &b);
  SHOW("%d %d %d %d", a.x, a.y, b.x, b.y);
}

FUNCTION(struct node *, make_list, (int count)) {
  struct node *list = NULL;
  for (int i = 0; i < count; i++) {
    struct node *added = malloc(sizeof *added);
    if (!added) break;
    added->value = i * i;
    added->next = list;
    list = added;
  }
  return list;
}
TRIAL(make_list) {
  for (struct node *at = make_list(6); at; at = at->next) SHOW("%d", at->value);
  SHOW("%d", make_list(0) == NULL);
}

FUNCTION(int, compare_records, (const struct record *a, const struct record *b)) {
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  if (a->tag != b->tag) return a->tag - b->tag;
  return strcmp(a->name, b->name);
}
TRIAL(compare_records) {
  struct record a = {'a', 3, 0, 0, "abc", 0}, b = {'a', 4, 0, 0, "abc", 0}, c = {'d', 3, 0, 0, "abc", 0};
  SHOW("%d %d %d %d", compare_records(&a, &b), compare_records(&b, &a), compare_records(&c, &a), compare_records(&a, &a));
}

FUNCTION(int, contains_point, (const struct rectangle *r, struct point p)) {
  return p.x >= r->low.x && p.x < r->high.x && p.y >= r->low.y && p.y < r->high.y;
}
TRIAL(contains_point) {
  struct rectangle r = {{0, 0}, {10, 5}};
  for (int i = -2; i < 12; i++) SHOW("%d %d", contains_point(&r, (struct point){i, 3}), contains_point(&r, (struct point){4, i}));
}

FUNCTION(unsigned char, checksum_block, (const struct record *r)) {
  const unsigned char *bytes = (const unsigned char *)r;
  unsigned char sum = 0;
  for (size_t i = 0; i < 16; i++) sum = (unsigned char)(sum * 3 + bytes[i]);
  return sum;
}
TRIAL(checksum_block) {
  struct record r;
  memset(&r, 0, sizeof r);
  r.tag = 'x';
  r.size = 77;
  r.id = 123456;
  r.total = -5;
  SHOW("%d", checksum_block(&r));
}
