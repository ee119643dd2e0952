import type { ReactNode } from 'react';

const khmerScript = /\p{Script=Khmer}/u;

/**
 * The `lang` attribute for user-written text: `{ lang: 'km' }` if it contains Khmer, which also applies the Khmer font
 * and line height; otherwise an empty object.
 */
export function langProps(content: ReactNode): { lang?: 'km' } {
  return typeof content === 'string' && khmerScript.test(content) ? { lang: 'km' } : {};
}
