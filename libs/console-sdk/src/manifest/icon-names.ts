/** The icons that a manifest can name, for views and extensions. It cannot provide its own. */
export const viewIconNames = [
  'book',
  'card',
  'chart',
  'dollar',
  'file',
  'gift',
  'key',
  'layers',
  'library',
  'quiz',
  'receipt',
  'shapes',
  'tag',
  'transfer',
  'user-check',
  'users',
] as const;
export type ViewIconName = (typeof viewIconNames)[number];
