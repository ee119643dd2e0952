import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { ProviderUnavailableError } from '../provider.ts';

/** Where PayPal keeps the certificates that it signs notifications with. */
const paypalHosts = [
  'api.paypal.com',
  'api-m.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.sandbox.paypal.com',
];
/** Whom such a certificate names (developer.paypal.com, verify webhook signatures). */
const signerNames = ['messageverificationcerts.paypal.com', 'messageverificationcerts.sandbox.paypal.com'];
const pathPrefix = '/v1/notifications/certs/';
const fetchTimeoutMs = 5_000;
const maxBytes = 64 * 1024;
/** Certificates change every few years; so many are remembered. */
const maxCachedChains = 20;

/** The certificate behind an address, checked; null when the address or the certificate is not to be trusted. */
export type CertificateLoader = (url: string) => Promise<X509Certificate | null>;

export interface CertificateLoaderOptions {
  /**
   * A host besides PayPal's, with its port: the stand-in for PayPal on one's own machine. Its certificates may come
   * over http and end in a root of their own.
   */
  readonly sandboxHost: string | null;
  /** Authorities (PEM) that a chain may end at besides the public roots, where PayPal leaves out what is between. */
  readonly authorities: string;
  /** Told of a certificate at a good address that is not to be trusted itself. */
  readonly onUntrusted: (url: string) => void;
}

export function createCertificateLoader(options: CertificateLoaderOptions): CertificateLoader {
  const { sandboxHost, onUntrusted } = options;
  const authorities = parsePem(options.authorities) ?? [];
  const cachedChains = new Map<string, readonly X509Certificate[]>();

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
    const chain = cachedChains.get(url.href) ?? (await fetchChain(url));
    if (!chain || !isTrusted(chain, authorities, isSandbox(url))) {
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
    if (!answer.ok) throw new Error(`The certificate's server says ${answer.status}`);
    text = await answer.text();
  } catch (error) {
    throw new ProviderUnavailableError('The certificate cannot be read', { cause: error });
  }
  if (text.length > maxBytes) return null;
  return parsePem(text);
}

/** The certificates in a text; null when one of them is none. */
function parsePem(text: string): readonly X509Certificate[] | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

/** Checked at every use: what was good when it was fetched may have ended since. */
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
