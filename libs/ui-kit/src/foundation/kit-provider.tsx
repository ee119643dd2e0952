import { type ReactNode, useLayoutEffect } from 'react';
import { StyleSheetManager } from 'styled-components';
import { Toaster } from '../feedback/toaster.tsx';
import { currentLocale, useLanguage } from '../i18n/language.ts';
import { AppearanceProvider } from './appearance.tsx';
import { FontFaces } from './fonts.ts';
import { GlobalStyle } from './global-style.ts';

export interface KitProviderProps {
  /** The nonce of the page's Content-Security-Policy. Default: from `<meta property="csp-nonce">`. */
  nonce?: string | undefined;
  children: ReactNode;
}

/** Provides global styles, fonts, appearance, toasts and the `lang` of the page. Render it once, around the whole app. */
export function KitProvider({ nonce = readPageNonce(), children }: KitProviderProps) {
  useLanguage();
  const locale = currentLocale();
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <StyleSheetManager {...(nonce === undefined ? {} : { nonce })}>
      <FontFaces />
      <GlobalStyle />
      <AppearanceProvider>
        {children}
        <Toaster />
      </AppearanceProvider>
    </StyleSheetManager>
  );
}

/** The page's CSP nonce from `<meta property="csp-nonce" nonce="…">`, where styled-components expects it. */
function readPageNonce(): string | undefined {
  const meta = document.head.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.content || undefined;
}
