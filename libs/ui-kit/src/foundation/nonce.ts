import { createContext, useContext } from 'react';

/** The nonce of the page's Content-Security-Policy, for the few components that bring a `<style>` of their own. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce `KitProvider` was given or found; undefined when the page has none. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** The nonce of the page as styled-components looks for it: `<meta property="csp-nonce" nonce="…">`. */
export function pageNonce(): string | undefined {
  const meta = document.head.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.content || undefined;
}
