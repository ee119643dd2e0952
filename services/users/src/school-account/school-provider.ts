import { emailSchema } from '@khmer-learning/contracts';
import { createRemoteJWKSet, jwtVerify, customFetch as keysFetch } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { fetchUpToLimit } from '../provider-sign-in/id-token-verifier.ts';
import type { BegunSignIn } from './school-sign-in-cookie.ts';

/** For each request to the provider: a sign-in makes up to four. */
const timeoutSeconds = 2;
const discoveryLifetimeMs = 60 * 60_000;
/** A new key is fetched at most so often. */
const keysCooldownMs = 2_000;
/** Most sign-ins of one process that wait for the provider, so that a slow one holds nothing else up. */
const maxConcurrent = 20;
const clockToleranceSeconds = 60;
/** A logout is told at once. */
const maxLogoutAgeSeconds = 5 * 60;
/** Signatures with the provider's private key; never `none` or one with a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** Without it, most providers do not tell when they have asked for the password. */
const maxAgeSeconds = 30 * 24 * 60 * 60;

/** The provider does not answer, or not as one. */
export class SchoolProviderOutage extends Error {
  override readonly name = 'SchoolProviderOutage';
}

const name = z.string().trim().min(1).optional().catch(undefined);
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  sid: z.string().min(1).max(255).optional().catch(undefined),
  auth_time: z.number().optional(),
  email: emailSchema.optional().catch(undefined),
  email_verified: z.unknown().optional(),
  /** Microsoft's: the owner of the domain has proven it. */
  xms_edov: z.unknown().optional(),
  name,
  given_name: name,
  family_name: name,
});

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const logoutSchema = z
  .object({
    jti: z.string().min(1),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
    events: z.looseObject({ [logoutEvent]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** Who has signed in at the school's provider. */
export interface SchoolIdentity {
  readonly subject: string;
  readonly sessionId: string | undefined;
  /** The address, if the provider has verified it. */
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly groups: readonly string[];
  /** When the provider has asked who it is; now, if it does not say. */
  readonly provedAt: Date;
}

interface SchoolProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** The claim with the groups; undefined when nobody asks for them. */
  readonly groupsClaim: string | undefined;
}

type KeptSignIn = Omit<BegunSignIn, 'step' | 'to'>;

/** Creates the client of the school's provider, which reads its metadata hourly. Each call may throw `SchoolProviderOutage`. */
export function createSchoolProvider(options: SchoolProviderOptions) {
  const { issuer, clientId, clientSecret, redirectUri, groupsClaim } = options;
  let running = 0;
  let known: { found: ReturnType<typeof discover>; until: number } | undefined;

  async function discover() {
    try {
      const client = await discovery(new URL(issuer), clientId, clientSecret, authenticateClient, {
        timeout: timeoutSeconds,
        [customFetch]: (url, init) => fetchOrOutage(url, init as RequestInit),
        execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      });
      const keysUrl = new URL(client.serverMetadata().jwks_uri ?? '');
      if (keysUrl.protocol !== new URL(issuer).protocol)
        throw new Error('The keys are not served over https');
      const keys = createRemoteJWKSet(keysUrl, {
        timeoutDuration: timeoutSeconds * 1_000,
        cooldownDuration: keysCooldownMs,
        [keysFetch]: fetchOrOutage,
      });
      return { client, keys };
    } catch (cause) {
      throw new SchoolProviderOutage('The provider could not be discovered', { cause });
    }
  }

  const expectedOf = (client: Configuration) => ({
    algorithms,
    issuer: client.serverMetadata().issuer,
    audience: clientId,
    clockTolerance: clockToleranceSeconds,
  });

  const authenticateClient: ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const authenticate = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic;
    authenticate(clientSecret)(server, ...request);
  };

  /** Runs one conversation with the provider. */
  async function converse<T>(
    talk: (provider: Awaited<ReturnType<typeof discover>>) => Promise<T>,
  ): Promise<T> {
    if (running >= maxConcurrent) throw new SchoolProviderOutage('Too many sign-ins wait for the provider');
    running += 1;
    try {
      if (!known || known.until < Date.now()) {
        const found = discover();
        known = { found, until: Date.now() + discoveryLifetimeMs };
        found.catch(() => {
          known = undefined;
        });
      }
      return await talk(await known.found);
    } catch (error) {
      throw outageIn(error) ?? error;
    } finally {
      running -= 1;
    }
  }

  /** The claims of the ID token, and those that the provider keeps for its userinfo endpoint. */
  async function completeClaims(
    client: Configuration,
    claims: Record<string, unknown>,
    accessToken: string,
  ): Promise<Record<string, unknown>> {
    const isComplete =
      claims.email !== undefined && (groupsClaim === undefined || claims[groupsClaim] !== undefined);
    if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...(await fetchUserInfo(client, accessToken, String(claims.sub))), ...claims };
  }

  return {
    /** @param prove asks for the password again @returns the address to go to, and what to keep for `finish` */
    async begin(prove: boolean) {
      const kept = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      // Before the conversation: only what waits for the provider counts as one.
      const challenge = await calculatePKCECodeChallenge(kept.verifier);
      return converse(async ({ client }) => {
        const scopes = ['openid', 'email', 'profile'];
        if (groupsClaim !== undefined && client.serverMetadata().scopes_supported?.includes(groupsClaim))
          scopes.push(groupsClaim);
        const url = buildAuthorizationUrl(client, {
          redirect_uri: redirectUri,
          scope: scopes.join(' '),
          state: kept.state,
          nonce: kept.nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(prove ? { prompt: 'login', max_age: '0' } : { max_age: String(maxAgeSeconds) }),
        });
        return { url: url.href, kept };
      });
    },

    /** Exchanges the code for who it is. @param query of the callback @throws for an answer that is not valid */
    finish: (query: URLSearchParams, kept: KeptSignIn) =>
      converse(async ({ client, keys }): Promise<SchoolIdentity> => {
        const answer = new URL(redirectUri);
        answer.search = query.toString();
        const tokens = await authorizationCodeGrant(client, answer, {
          expectedState: kept.state,
          expectedNonce: kept.nonce,
          pkceCodeVerifier: kept.verifier,
        });
        // openid-client relies on TLS for the token of the token endpoint; logouts need the keys anyway.
        const { payload } = await jwtVerify(tokens.id_token ?? '', keys, expectedOf(client));
        const all = await completeClaims(client, payload, tokens.access_token);
        const claims = claimsSchema.parse(all);
        const [first, ...rest] = (claims.name ?? '').split(/\s+/);
        return {
          subject: claims.sub,
          sessionId: claims.sid,
          email: isVerified(claims.email_verified) || isVerified(claims.xms_edov) ? claims.email : undefined,
          firstName: claims.given_name ?? (first || undefined),
          lastName: claims.family_name ?? (rest.join(' ') || undefined),
          groups: z
            .array(z.string())
            .catch([])
            .parse([all[groupsClaim ?? '']].flat()),
          provedAt: new Date(Math.min(Date.now(), (claims.auth_time ?? Number.POSITIVE_INFINITY) * 1_000)),
        };
      }),

    /** Whose sessions the provider has ended. @throws for a logout token that is not valid */
    verifyLogout: (token: string) =>
      converse(async ({ client, keys }) => {
        const expected = { ...expectedOf(client), maxTokenAge: maxLogoutAgeSeconds };
        const { payload } = await jwtVerify(token, keys, expected);
        return logoutSchema.parse(payload);
      }),
  };
}

/** Microsoft sends numbers, others texts. */
function isVerified(claim: unknown): boolean {
  return claim === true || claim === 1 || claim === 'true' || claim === '1';
}

async function fetchOrOutage(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetchUpToLimit(url, init);
    if (response.status >= 500) throw new Error(`The provider answered ${response.status}`);
    return response;
  } catch (cause) {
    throw new SchoolProviderOutage('The provider does not answer', { cause });
  }
}

/** openid-client wraps the errors of its requests. */
function outageIn(error: unknown): SchoolProviderOutage | undefined {
  if (error instanceof SchoolProviderOutage) return error;
  return typeof error === 'object' && error !== null && 'cause' in error ? outageIn(error.cause) : undefined;
}
