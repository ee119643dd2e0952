import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { accountPasskeyBegin, authPasskeyBegin, ResponseOf } from '@khmer-learning/contracts';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Statement = Map<string, number | Uint8Array | Uint8Array[]>;

/** What a test changes of an honest browser and authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userVerified?: false;
  readonly counter?: number;
  readonly attestation?: Statement;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const userPresent = 1;
const userVerified = 4;
const hasCredential = 64;

/** A software authenticator with one ES256 key, in a browser that is on `origin`. It does not count, as synced passkeys do. */
export function createAuthenticator(origin = 'http://localhost:8080') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let userHandle = '';

  function clientDataOf(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );
  }

  function authenticatorDataOf(rpId: string, deviation: Deviation, credential?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? 0);
    const verified = deviation.userVerified === false ? 0 : userVerified;
    const flags = userPresent | verified | (credential ? hasCredential : 0);
    return Buffer.concat([
      sha256(deviation.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      credential ?? Buffer.alloc(0),
    ]);
  }

  return {
    /** Makes the key, as `navigator.credentials.create` does. */
    create({ challenge, rp, user }: ResponseOf<typeof accountPasskeyBegin>, deviation: Deviation = {}) {
      userHandle = user.id;
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        isoCBOR.encode(key),
      ]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Statement>([
          ['fmt', deviation.attestation ? 'packed' : 'none'],
          ['attStmt', deviation.attestation ?? new Map()],
          ['authData', new Uint8Array(authenticatorDataOf(rp.id, deviation, credential))],
        ]),
      );
      return {
        id,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', challenge, deviation).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
        },
      };
    },
    /** Signs, as `navigator.credentials.get` does. */
    get({ challenge, rpId }: ResponseOf<typeof authPasskeyBegin>, deviation: Deviation = {}) {
      const clientData = clientDataOf('webauthn.get', challenge, deviation);
      const authenticatorData = authenticatorDataOf(rpId, deviation);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        id,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      };
    },
  };
}
