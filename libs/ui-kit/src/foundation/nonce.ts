/** The page's CSP nonce from `<meta property="csp-nonce" nonce="…">`, where styled-components expects it. */
export function readPageNonce(): string | undefined {
  const meta = document.head.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.content || undefined;
}
