/// <reference path="./assets.d.ts" />

import greek from '@fontsource-variable/noto-sans/files/noto-sans-greek-wght-normal.woff2';
import latinExtended from '@fontsource-variable/noto-sans/files/noto-sans-latin-ext-wght-normal.woff2';
import latin from '@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2';
import combining from '@fontsource-variable/noto-sans/files/noto-sans-vietnamese-wght-normal.woff2';
import khmer from '@fontsource-variable/noto-sans-khmer/files/noto-sans-khmer-khmer-wght-normal.woff2';
import { createGlobalStyle } from 'styled-components';

function fontFaceRule(family: string, url: string, range: string): string {
  return `@font-face {
    font-family: '${family}';
    font-style: normal;
    font-weight: 100 900;
    font-display: swap;
    src: url('${url}') format('woff2');
    unicode-range: ${range};
  }`;
}

const noto = 'Noto Sans Variable';

/**
 * The console's font families, from the same origin. Browsers fetch the files whose range the page needs. Pronunciations need more than
 * Latin: ə ʊ ŋ are in the extended file, θ in the Greek one, combining marks in the Vietnamese one. Zero-width characters are those of
 * the Khmer font: another one would break a cluster.
 */
export const FontFaces = createGlobalStyle`
  ${fontFaceRule(noto, latin, 'U+0000-00FF, U+0131, U+0152-0153, U+2000-200A, U+200E-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+FFFD')}
  ${fontFaceRule(noto, latinExtended, 'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BC-02FF, U+1D00-1DBF, U+1E00-1E9F, U+20A0-20AB, U+20AD-20C0, U+A720-A7FF')}
  ${fontFaceRule(noto, combining, 'U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9')}
  ${fontFaceRule(noto, greek, 'U+0370-03FF')}
  ${fontFaceRule('Noto Sans Khmer Variable', khmer, 'U+1780-17FF, U+19E0-19FF, U+200B-200D, U+25CC')}
`;
