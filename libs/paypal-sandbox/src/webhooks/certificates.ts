import { createPrivateKey, type KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** The signing key and certificates of webhooks. */
export interface Certificates {
  /** Name of the certificate in its URL, like PayPal's: `CERT-360caa42-fca2a594-5a29e601`. */
  readonly name: string;
  /** The signing certificate, then its authority's. */
  readonly chainPem: string;
  /** The authority that receivers must trust instead of a public one. */
  readonly authorityPem: string;
  readonly privateKey: KeyObject;
}

const dayMs = 24 * 60 * 60 * 1_000;
const validDays = 365;
/** A stored certificate is replaced when it has less than this time left. */
const renewDays = 30;

const keyAlgorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2_048,
};
const authorityName: JsonName = [{ O: ['Khmer Learning'] }, { CN: ['PayPal sandbox authority'] }];
const signerHost = 'messageverificationcerts.paypal.com';
const signerName: JsonName = [
  { C: ['US'] },
  { ST: ['California'] },
  { L: ['San Jose'] },
  { O: ['PayPal, Inc.'] },
  { CN: [signerHost] },
];

/** A signing certificate in PayPal's name, issued by our own authority. @param dir keeps both until shortly before they expire */
export async function loadOrCreateCertificates(dir?: string): Promise<Certificates> {
  const stored = dir === undefined ? undefined : readStoredCertificates(dir);
  if (stored !== undefined) return stored;
  const generated = await generateCertificates();
  if (dir !== undefined) storeCertificates(dir, generated);
  return generated;
}

const certificateFiles = (dir: string) => ({
  chain: join(dir, 'certificates.pem'),
  authority: join(dir, 'authority.pem'),
  key: join(dir, 'signing-key.pem'),
});

function readStoredCertificates(dir: string): Certificates | undefined {
  const { chain, authority, key } = certificateFiles(dir);
  if (![chain, authority, key].every((file) => existsSync(file))) return undefined;
  const chainPem = readFileSync(chain, 'utf8');
  const ends = Date.parse(new X509Certificate(chainPem).validTo);
  if (ends - Date.now() < renewDays * dayMs) return undefined;
  return toCertificates(chainPem, readFileSync(authority, 'utf8'), createPrivateKey(readFileSync(key)));
}

function storeCertificates(dir: string, { chainPem, authorityPem, privateKey }: Certificates): void {
  const { chain, authority, key } = certificateFiles(dir);
  mkdirSync(dir, { recursive: true });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(chain, chainPem);
  writeFileSync(authority, authorityPem);
}

function toCertificates(chainPem: string, authorityPem: string, privateKey: KeyObject): Certificates {
  const digits = new X509Certificate(chainPem).fingerprint256.replaceAll(':', '').toLowerCase();
  const name = `CERT-${digits.slice(0, 8)}-${digits.slice(8, 16)}-${digits.slice(16, 24)}`;
  return { name, chainPem, authorityPem, privateKey };
}

async function generateCertificates(): Promise<Certificates> {
  const newKeys = () => webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
  const [authorityKeys, signerKeys] = await Promise.all([newKeys(), newKeys()]);
  const validity = {
    // Valid from yesterday, for receivers whose clock is slightly behind.
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + validDays * dayMs),
    signingAlgorithm: keyAlgorithm,
  };
  const serialNumber = () => `00${randomBytes(15).toString('hex')}`;
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serialNumber(),
    name: authorityName,
    keys: authorityKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const signer = await X509CertificateGenerator.create({
    ...validity,
    serialNumber: serialNumber(),
    subject: signerName,
    issuer: authorityName,
    publicKey: signerKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new SubjectAlternativeNameExtension([{ type: 'dns', value: signerHost }]),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', signerKeys.privateKey);
  const authorityPem = `${authority.toString('pem')}\n`;
  return toCertificates(
    `${signer.toString('pem')}\n${authorityPem}`,
    authorityPem,
    createPrivateKey(PemConverter.encode(key, PemConverter.PrivateKeyTag)),
  );
}
