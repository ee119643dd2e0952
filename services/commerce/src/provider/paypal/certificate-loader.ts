import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { ProviderUnavailableError } from '../provider.ts';

/** Hosts that serve the certificates of PayPal's webhook signatures. */
const paypalHosts = [
  'api.paypal.com',
  'api-m.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.sandbox.paypal.com',
];
/** Allowed common names of such a certificate (developer.paypal.com, verify webhook signatures). */
const signerNames = ['messageverificationcerts.paypal.com', 'messageverificationcerts.sandbox.paypal.com'];
const pathPrefix = '/v1/notifications/certs/';
const fetchTimeoutMs = 5_000;
const maxBytes = 64 * 1024;
/** Size of the cache. Certificates change every few years. */
const maxCachedChains = 20;
/** Fetches per minute, whatever URLs forged webhooks name. */
const maxFetches = 10;
const minuteMs = 60_000;

/** Loads and verifies the certificate at a URL. Null when the URL or the certificate is not trusted. */
export type CertificateLoader = (url: string) => Promise<X509Certificate | null>;

export interface CertificateLoaderOptions {
  /** Host and port of the PayPal sandbox, whose certificates may come over http and be self-signed. */
  readonly sandboxHost: string | null;
  /** Certificates (PEM) trusted as issuers besides the public roots, in case PayPal leaves out intermediates. */
  readonly authorities: string;
  /** Called for a certificate that is not trusted although its URL is allowed. */
  readonly onUntrusted: (url: string) => void;
}

/** Creates a loader with a cache. An untrusted URL rests for a minute. @throws ProviderUnavailableError also beyond the limit */
export function createCertificateLoader(options: CertificateLoaderOptions): CertificateLoader {
  const { sandboxHost, onUntrusted } = options;
  const authorities = parsePem(options.authorities) ?? [];
  const cachedChains = new Map<string, readonly X509Certificate[]>();
  const untrusted = new Set<string>();
  let fetches = 0;
  let since = performance.now();

  /** Fetches a chain, unless too many were fetched within a minute. */
  async function fetchSome(url: URL): Promise<readonly X509Certificate[] | null> {
    if (fetches >= maxFetches)
      throw new ProviderUnavailableError('Too many signing certificates were asked for');
    fetches += 1;
    return fetchChain(url);
  }

  function isSandbox(url: URL): boolean {
    return sandboxHost !== null && url.host === sandboxHost;
  }

  function isAllowed(url: URL): boolean {
    if (url.username || url.password || url.search || url.hash || !url.pathname.startsWith(pathPrefix))
      return false;
    if (isSandbox(url)) return url.protocol === 'https:' || url.protocol === 'http:';
    return url.protocol === 'https:' && url.port === '' && paypalHosts.includes(url.hostname);
  }

  return async (text) => {
    const url = URL.parse(text);
    if (!url || !isAllowed(url)) return null;
    if (performance.now() - since > minuteMs) {
      since = performance.now();
      fetches = 0;
      untrusted.clear();
    }
    if (untrusted.has(url.href)) return null;
    const chain = cachedChains.get(url.href) ?? (await fetchSome(url));
    if (!chain || !isTrusted(chain, authorities, isSandbox(url))) {
      untrusted.add(url.href);
      onUntrusted(url.href);
      return null;
    }
    if (cachedChains.size >= maxCachedChains) cachedChains.clear();
    cachedChains.set(url.href, chain);
    return chain[0] ?? null;
  };
}

async function fetchChain(url: URL): Promise<readonly X509Certificate[] | null> {
  let text: string;
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (answer.status >= 400 && answer.status < 500) return null;
    if (!answer.ok) throw new Error(`The certificate server responded with status ${answer.status}`);
    text = await answer.text();
  } catch (error) {
    throw new ProviderUnavailableError('The signing certificate could not be fetched', { cause: error });
  }
  if (text.length > maxBytes) return null;
  return parsePem(text);
}

/** The certificates in a PEM text; null when one of them cannot be parsed. */
function parsePem(text: string): readonly X509Certificate[] | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

/** Verifies the chain. Runs at every use, because a cached certificate may have expired. */
function isTrusted(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  isSandbox: boolean,
): boolean {
  const [leaf] = chain;
  if (!leaf || !signerNames.includes(commonName(leaf)) || leaf.ca) return false;
  const now = Date.now();
  const isCurrent = chain.every(
    ({ validFrom, validTo }) => Date.parse(validFrom) <= now && now <= Date.parse(validTo),
  );
  const isLinked = chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    return issuer === undefined || (issuer.ca && isIssuedBy(certificate, issuer));
  });
  return isCurrent && isLinked && endsAtTrustedRoot(chain, authorities, isSandbox);
}

function endsAtTrustedRoot(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  isSandbox: boolean,
): boolean {
  const last = chain.at(-1);
  if (!last) return false;
  if (isSandbox && isIssuedBy(last, last)) return true;
  return [...authorities, ...publicRoots()].some(
    (root) => last.fingerprint256 === root.fingerprint256 || isIssuedBy(last, root),
  );
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function commonName({ subject }: X509Certificate): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? '';
}

let roots: readonly X509Certificate[] | undefined;

function publicRoots(): readonly X509Certificate[] {
  roots ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return roots;
}
