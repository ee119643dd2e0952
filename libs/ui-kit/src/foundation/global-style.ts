import { createGlobalStyle } from 'styled-components';
import { color, colorSchemeVariables, fontFamily, fontSize, headerHeight, radius } from './tokens.ts';

/** The colours of both schemes, and the page's default styles. `KitProvider` renders it once. */
export const GlobalStyle = createGlobalStyle`
  :root { color-scheme: light; ${colorSchemeVariables('light')} }
  :root[data-theme='dark'] { color-scheme: dark; ${colorSchemeVariables('dark')} }
  @media (prefers-color-scheme: dark) {
    :root:not([data-theme='light']) { color-scheme: dark; ${colorSchemeVariables('dark')} }
  }

  *, *::before, *::after { box-sizing: border-box; }

  html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    /* Keeps focused elements from being scrolled under the header. */
    scroll-padding-top: ${headerHeight};
  }

  body {
    margin: 0;
    background: ${color('canvas')};
    color: ${color('text')};
    font-family: ${fontFamily.latin};
    font-size: ${fontSize.body};
    line-height: 1.5;
    -webkit-font-smoothing: antialiased;
    -moz-osx-font-smoothing: grayscale;
  }

  h1, h2, h3, h4, p, dl, dd, ul, ol, figure { margin: 0; }
  ul[role='list'], ol[role='list'] { padding: 0; list-style: none; }
  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
  img, svg { display: block; max-width: 100%; }

  /* Khmer has marks above and below the line, so it needs a larger line height. Spacing would tear its clusters apart. */
  :lang(km) { font-family: ${fontFamily.khmer}; line-height: 1.9; letter-spacing: normal !important; }

  /* Of a Khmer page, too. A column never gets narrower than a word, so that no word is broken. */
  :root:lang(km) body * { line-height: 1.8; overflow-wrap: break-word; }

  :focus-visible { outline: 2px solid ${color('focus')}; outline-offset: 2px; border-radius: ${radius.small}; }

  ::selection { background: ${color('accentSoft')}; color: ${color('text')}; }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 1ms !important;
      scroll-behavior: auto !important;
    }
  }
`;
