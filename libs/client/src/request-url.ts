import type { Call, CallRequest } from './call.ts';

/** Text in an address. Half a surrogate pair, which no address can have, becomes U+FFFD. */
const encode = (value: unknown) => encodeURIComponent(String(value).replace(/[\uD800-\uDFFF]/gu, '\uFFFD'));

const isGiven = (value: unknown) => value !== undefined && value !== null;

/**
 * The address of a call within the school, and what is left for the body.
 *
 * @param request `null` and `undefined` are left out. What the path does not take is the query of a GET, and the body of
 *   another call
 * @throws Error when a parameter of the path is missing
 */
export function requestUrlOf(
  { method, path }: Call,
  request: CallRequest = {},
): { readonly url: string; readonly body: CallRequest | undefined } {
  const rest = { ...request };
  const filled = path.replace(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = rest[name];
    if (!isGiven(value)) throw new Error(`The call needs "${name}": ${method} ${path}`);
    delete rest[name];
    return encode(value);
  });
  const fields = Object.entries(rest).filter(([, value]) => isGiven(value));
  if (method !== 'GET') return { url: filled, body: fields.length === 0 ? undefined : rest };
  const query = fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return { url: query === '' ? filled : `${filled}?${query}`, body: undefined };
}
