import type { ReactNode } from 'react';

const khmerScript = /\p{Script=Khmer}/u;

/** Whether a text has at least one Khmer character. */
export const containsKhmer = (text: string): boolean => khmerScript.test(text);

/** The `lang` attribute, font and line height of users' text: `{ lang: 'km' }` if one of the children is a text with Khmer. */
export function langProps(content: ReactNode): { lang?: 'km' } {
  const texts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return texts.some((text) => typeof text === 'string' && containsKhmer(text)) ? { lang: 'km' } : {};
}
