import type { IncomingHttpHeaders } from 'node:http';
import {
  accountCodesConfirm,
  accountProve,
  authChangePassword,
  authConsoleLogin,
  authPasskeySignIn,
  authResetPassword,
  authSchoolAccountCallback,
  authSchoolAccountLink,
  authSignInOptions,
  type Endpoint,
  mediaFileGet,
  headerNames as names,
  paymentsWebhook,
  schoolSignInTokenOptions,
  trustedBrowserTokenOptions,
  webhookHeaders,
} from '@khmer-learning/contracts';
import { parseCookie } from './parse-cookie.ts';

/**
 * The request headers that are forwarded to services. Identity never comes from outside: cookies, credentials and any
 * headers that claim an identity are not forwarded.
 */
const forwardedHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'traceparent',
  'tracestate',
  'user-agent',
  names.after,
] as const;

/**
 * Additional headers for an endpoint: the signature of a payment webhook, the part of a file that a player asks for, the key of
 * a call that counts once.
 */
function forwardedHeadersOf({ id, idempotencyKey }: Pick<Endpoint, 'id' | 'idempotencyKey'>) {
  if (id === paymentsWebhook.id) return [...forwardedHeaders, ...Object.values(webhookHeaders)];
  if (id === mediaFileGet.id) return [...forwardedHeaders, 'range', 'if-range'];
  return idempotencyKey ? [...forwardedHeaders, names.idempotencyKey] : forwardedHeaders;
}

/** The only cookies that are forwarded, and to which endpoints. They grant no access: one marks a known browser, one a sign-in. */
const trustedBrowserCookies = [trustedBrowserTokenOptions.cookie, trustedBrowserTokenOptions.secureCookie];
const schoolSignInCookies = [schoolSignInTokenOptions.cookie, schoolSignInTokenOptions.secureCookie];
const forwardedCookies: ReadonlyMap<string, readonly string[]> = new Map([
  [authConsoleLogin.id, trustedBrowserCookies],
  [authPasskeySignIn.id, trustedBrowserCookies],
  [authChangePassword.id, trustedBrowserCookies],
  [authResetPassword.id, trustedBrowserCookies],
  [accountProve.id, trustedBrowserCookies],
  [accountCodesConfirm.id, trustedBrowserCookies],
  [authSignInOptions.id, schoolSignInCookies],
  [authSchoolAccountCallback.id, [...trustedBrowserCookies, ...schoolSignInCookies]],
  [authSchoolAccountLink.id, [...trustedBrowserCookies, ...schoolSignInCookies]],
]);

/** The headers of these names that have a single value. */
export function pickHeaders(from: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** The headers to forward to an endpoint's service. None of them has multiple values. */
export function headersForService(
  endpoint: Pick<Endpoint, 'id' | 'idempotencyKey'>,
  from: IncomingHttpHeaders,
): Record<string, string> {
  const to = pickHeaders(from, forwardedHeadersOf(endpoint));
  const cookies = (forwardedCookies.get(endpoint.id) ?? []).flatMap((name) => {
    const value = parseCookie(from.cookie, name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  if (cookies.length > 0) to.cookie = cookies.join('; ');
  return to;
}

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers that the gateway sets itself. */
const strippedResponseHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  'date',
  names.requestId,
  names.internalToken,
  names.surrogateKey,
  names.checkedOwnership,
  names.foundOwnership,
]);

/** The headers of a service's response to forward to the caller. */
export function headersForCaller(from: IncomingHttpHeaders): Record<string, string | string[]> {
  const connectionHeaders = new Set(
    String(from.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  const to: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && !strippedResponseHeaders.has(name) && !connectionHeaders.has(name))
      to[name] = value;
  }
  return to;
}
