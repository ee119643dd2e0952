/** The nonce of the page as styled-components looks for it: `<meta property="csp-nonce" nonce="…">`. */
export function readPageNonce(): string | undefined {
  const meta = document.head.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.content || undefined;
}
