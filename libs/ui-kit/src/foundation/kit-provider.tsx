import type { ReactNode } from 'react';
import { StyleSheetManager } from 'styled-components';
import { Toaster } from '../feedback/toaster.tsx';
import { AppearanceProvider } from './appearance.tsx';
import { FontFaces } from './fonts.ts';
import { GlobalStyle } from './global-style.ts';
import { readPageNonce } from './nonce.ts';

export interface KitProviderProps {
  /** The nonce of the page's Content-Security-Policy. Left out, `<meta property="csp-nonce">` is asked. */
  nonce?: string | undefined;
  children: ReactNode;
}

/** Everything the kit needs on a page: styles, fonts, appearance, toasts. Once, around the whole app. */
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
