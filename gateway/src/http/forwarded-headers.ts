import type { IncomingHttpHeaders } from 'node:http';
import {
  authChangePassword,
  authConsoleLogin,
  authResetPassword,
  type Endpoint,
  headerNames as names,
  paymentsWebhook,
  trustedBrowserTokenOptions,
  webhookHeaders,
} from '@khmer-learning/contracts';
import { parseCookie } from '../identity/parse-cookie.ts';

/**
 * Everything of a caller's headers that a service may see. Identity never comes from outside: cookies,
 * credentials and whatever looks like a statement about the caller stay here.
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

/** What only one endpoint's service may see besides: the signature of a payment notification. */
const forwardedHeadersByEndpoint: Readonly<Record<string, readonly string[]>> = {
  [paymentsWebhook.id]: Object.values(webhookHeaders),
};

/** The only cookies that leave the gateway, and whither: they say that a browser has signed in before, not who it is. */
const trustedBrowserCookies = [trustedBrowserTokenOptions.cookie, trustedBrowserTokenOptions.secureCookie];
const trustedBrowserEndpoints = new Set<string>([
  authConsoleLogin.id,
  authChangePassword.id,
  authResetPassword.id,
]);

/** The caller's headers for an endpoint's service; multiple values never occur among them. */
export function headersForService(
  endpoint: Pick<Endpoint, 'id'>,
  from: IncomingHttpHeaders,
): Record<string, string> {
  const to: Record<string, string> = {};
  for (const name of [...forwardedHeaders, ...(forwardedHeadersByEndpoint[endpoint.id] ?? [])]) {
    const value = from[name];
    if (typeof value === 'string') to[name] = value;
  }
  if (trustedBrowserEndpoints.has(endpoint.id)) {
    const cookies = trustedBrowserCookies.flatMap((name) => {
      const value = parseCookie(from.cookie, name);
      return value === undefined ? [] : [`${name}=${value}`];
    });
    if (cookies.length > 0) to.cookie = cookies.join('; ');
  }
  return to;
}

/** Headers that belong to one connection (RFC 9110, 7.6.1), and those of a service that the gateway answers itself. */
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
]);

/** The headers of a service's answer that go on to the caller. */
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
