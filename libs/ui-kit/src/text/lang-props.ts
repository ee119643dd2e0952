import type { ReactNode } from 'react';

const khmerScript = /\p{Script=Khmer}/u;

/**
 * The language of a text that people have written, for its element: `{ lang: 'km' }` where there is Khmer in it, which
 * gives it the font and the height that Khmer needs, and nothing for any other content.
 */
export function langProps(content: ReactNode): { lang?: 'km' } {
  return typeof content === 'string' && khmerScript.test(content) ? { lang: 'km' } : {};
}
