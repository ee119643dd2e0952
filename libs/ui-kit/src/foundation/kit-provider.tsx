import type { ReactNode } from 'react';
import { StyleSheetManager } from 'styled-components';
import { Toaster } from '../feedback/toaster.tsx';
import { AppearanceProvider } from './appearance.tsx';
import { FontFaces } from './fonts.ts';
import { GlobalStyle } from './global-style.ts';
import { readPageNonce } from './nonce.ts';

export interface KitProviderProps {
  /** The nonce of the page's Content-Security-Policy. Default: from `<meta property="csp-nonce">`. */
  nonce?: string | undefined;
  children: ReactNode;
}

/** Provides global styles, fonts, appearance and toasts. Render it once, around the whole app. */
export function KitProvider({ nonce = readPageNonce(), children }: KitProviderProps) {
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
