/**
 * Reads one cookie from a `Cookie` header (RFC 6265, 4.2).
 *
 * @returns the value as sent; undefined when it is missing or empty
 */
export function parseCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
