import { webcrypto } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BasicConstraintsExtension, type X509Certificate, X509CertificateGenerator } from '@peculiar/x509';
import { ProviderUnavailableError } from '../provider.ts';
import { type CertificateLoader, createCertificateLoader } from './certificate-loader.ts';

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2_048,
};
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const signer = 'CN=messageverificationcerts.paypal.com';
const dayMs = 86_400_000;
const days = (from: number, to: number) => ({
  notBefore: new Date(Date.now() + from * dayMs),
  notAfter: new Date(Date.now() + to * dayMs),
});

let server: Server;
let host = '';
let fetches = 0;
const untrusted: string[] = [];
const served = new Map<string, string>();
let loadCertificate: CertificateLoader;
let rootKeys: webcrypto.CryptoKeyPair;
let root: X509Certificate;

beforeAll(async () => {
  server = createServer((request, response) => {
    fetches += 1;
    const text = served.get(request.url ?? '');
    response.writeHead(text === 'broken' ? 500 : text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  rootKeys = await newKeys();
  root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Root',
    ...days(-1, 30),
    signingAlgorithm: algorithm,
    keys: rootKeys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  fetches = 0;
  untrusted.length = 0;
  loadCertificate = create(host);
});

function create(sandboxHost: string | null, authorities = ''): CertificateLoader {
  return createCertificateLoader({ sandboxHost, authorities, onUntrusted: (url) => untrusted.push(url) });
}

interface Leaf {
  subject?: string;
  issuer?: string;
  valid?: ReturnType<typeof days>;
  signedBy?: webcrypto.CryptoKey;
  isAuthority?: boolean;
}

async function createLeafCertificate({
  subject = signer,
  issuer = 'CN=Root',
  valid = days(-1, 30),
  ...rest
}: Leaf = {}) {
  const { publicKey } = await newKeys();
  return X509CertificateGenerator.create({
    serialNumber: '02',
    subject,
    issuer,
    ...valid,
    signingAlgorithm: algorithm,
    publicKey,
    signingKey: rest.signedBy ?? rootKeys.privateKey,
    extensions: [new BasicConstraintsExtension(rest.isAuthority ?? false, undefined, true)],
  });
}

let number = 0;
function serve(...chain: readonly (X509Certificate | string)[]): string {
  number += 1;
  const path = `/v1/notifications/certs/CERT-${number}`;
  served.set(path, chain.map((one) => (typeof one === 'string' ? one : one.toString('pem'))).join('\n'));
  return `http://${host}${path}`;
}

it('gives a certificate in the name of PayPal, with its chain, and fetches it once', async () => {
  const url = serve(await createLeafCertificate(), root);
  const found = await loadCertificate(url);
  expect(found?.subject).toBe(signer);
  expect((await loadCertificate(url))?.fingerprint256).toBe(found?.fingerprint256);
  expect(fetches).toBe(1);
});

it.each<[string, () => Promise<readonly (X509Certificate | string)[]>]>([
  ['in another name', async () => [await createLeafCertificate({ subject: 'CN=evil.example.com' }), root]],
  [
    'in a name that only holds it',
    async () => [await createLeafCertificate({ subject: `O=x,CN=${signer.slice(3)}.evil` }), root],
  ],
  ['that has ended', async () => [await createLeafCertificate({ valid: days(-30, -1) }), root]],
  ['that has not begun', async () => [await createLeafCertificate({ valid: days(1, 30) }), root]],
  [
    'that the next in the chain has not signed',
    async () => [await createLeafCertificate({ signedBy: (await newKeys()).privateKey }), root],
  ],
  [
    'whose chain is of another authority',
    async () => [await createLeafCertificate({ issuer: 'CN=Other' }), root],
  ],
  ['without the chain to a root', async () => [await createLeafCertificate()]],
  ['that is an authority itself', async () => [await createLeafCertificate({ isAuthority: true }), root]],
  ['that is none', async () => ['-----BEGIN CERTIFICATE-----\nbm9uZQ==\n-----END CERTIFICATE-----']],
  ['of no bytes', async () => ['']],
  ['that is too large', async () => [await createLeafCertificate(), root, 'x'.repeat(70_000)]],
])('refuses one %s', async (_what, chain) => {
  const url = serve(...(await chain()));
  expect(await loadCertificate(url)).toBeNull();
  expect(untrusted).toEqual([url]);
});

it('accepts one without its chain when its issuer is in the settings', async () => {
  const url = serve(await createLeafCertificate());
  expect(await loadCertificate(url)).toBeNull();
  expect((await create(host, root.toString('pem'))(url))?.subject).toBe(signer);
});

it('refuses addresses that are not PayPal’s, without asking them', async () => {
  const path = new URL(serve(await createLeafCertificate(), root)).pathname;
  for (const url of [
    'nonsense',
    `http://${host}/elsewhere`,
    `http://${host}${path}?x=1`,
    `http://${host}${path}#x`,
    `http://user@${host}${path}`,
    `ftp://${host}${path}`,
    `https://evil.example.com${path}`,
    `http://api.paypal.com${path}`,
    `https://api.paypal.com:8443${path}`,
    `https://api.paypal.com.evil.example.com${path}`,
  ])
    expect({ url, found: await loadCertificate(url) }).toEqual({ url, found: null });
  const strict = create(null);
  expect(await strict(`http://${host}${path}`)).toBeNull();
  expect(fetches).toBe(0);
});

it('distinguishes a missing certificate from a failing server', async () => {
  expect(await loadCertificate(`http://${host}/v1/notifications/certs/NONE`)).toBeNull();
  await expect(loadCertificate(serve('broken'))).rejects.toThrow(ProviderUnavailableError);
});

it('is not made to fetch by forgers: a refused address once, and ten others a minute', async () => {
  const refused = serve(await createLeafCertificate());
  for (let n = 0; n < 3; n += 1) expect(await loadCertificate(refused)).toBeNull();
  expect(fetches).toBe(1);
  const known = serve(await createLeafCertificate(), root);
  const trusting = create(host, root.toString('pem'));
  expect(await trusting(known)).not.toBeNull();
  for (let n = 0; n < 30; n += 1)
    await trusting(`http://${host}/v1/notifications/certs/NONE-${n}`).catch((error: unknown) =>
      expect(error).toBeInstanceOf(ProviderUnavailableError),
    );
  expect(fetches).toBe(11);
  expect(await trusting(known)).not.toBeNull();
});
