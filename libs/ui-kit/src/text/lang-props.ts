import type { ReactNode } from 'react';

const khmerScript = /\p{Script=Khmer}/u;

/** Whether a text has at least one Khmer character. */
export const containsKhmer = (text: string): boolean => khmerScript.test(text);

/**
 * The `lang` attribute for user-written text: `{ lang: 'km' }` if it contains Khmer, which also applies the Khmer font
 * and line height; otherwise an empty object.
 */
export function langProps(content: ReactNode): { lang?: 'km' } {
  return typeof content === 'string' && containsKhmer(content) ? { lang: 'km' } : {};
}
