import type { ReactNode } from 'react';

const khmerScript = /\p{Script=Khmer}/u;

/** Whether a text has at least one Khmer character. */
export const containsKhmer = (text: string): boolean => khmerScript.test(text);

/**
 * The `lang` attribute for text that contains user-written text: `{ lang: 'km' }` if it contains Khmer, which also
 * applies the Khmer font and line height; otherwise an empty object. Of several children it looks at the texts, not
 * into elements.
 */
export function langProps(content: ReactNode): { lang?: 'km' } {
  const texts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return texts.some((text) => typeof text === 'string' && containsKhmer(text)) ? { lang: 'km' } : {};
}
