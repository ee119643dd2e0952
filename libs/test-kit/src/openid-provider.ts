/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real OpenID Connect provider on this machine, with pages on which a person signs in by any id and password. */
export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

export interface OpenIdProviderOptions {
  /** The origin of the console. */
  readonly consoleUrl: string;
  /** Where logouts are told; default: the console's address for it. */
  readonly logoutUrl?: string;
  /** The claims of people, by what they type as their id. */
  readonly people: Readonly<Record<string, object>>;
}

/** Starts the provider on a free port. People are asked for no consent. */
export async function startOpenIdProvider(options: OpenIdProviderOptions) {
  const { consoleUrl, people } = options;
  const school = `${consoleUrl}/api/auth/school-account`;
  const client = { clientId: 'khmer-learning', clientSecret: 'a secret of the console and the provider' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { warn, info } = console;
  // It says again and again that it is not meant for production.
  console.warn = console.info = () => undefined;
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${school}/callback`],
        backchannel_logout_uri: options.logoutUrl ?? `${school}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: ['a key of the provider'] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_context: unknown, id: string) =>
      people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) },
    // By default, it refuses addresses of this machine.
    fetch: (url: string, { method, headers, body, signal }: RequestInit) =>
      fetch(url, { method, headers, body, signal } as RequestInit),
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    client,
    async close(): Promise<void> {
      Object.assign(console, { warn, info });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the grant of a signed-in person is made of. */
interface GrantContext {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly provider: {
      readonly Grant: new (of: {
        clientId: string;
        accountId: string;
      }) => {
        addOIDCScope(scope: string): void;
        save(): Promise<string>;
      };
    };
  };
}
