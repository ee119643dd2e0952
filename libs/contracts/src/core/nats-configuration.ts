import type { ServiceName } from './endpoint.ts';
import { natsInboxPrefix, natsPermissions } from './nats-permissions.ts';

/** A user of NATS. */
export interface NatsUser {
  readonly user: string;
  readonly password: string;
}

/** Settings of {@link renderNatsConfiguration}. */
export interface NatsConfigurationOptions {
  /** The password of each process, by its name, which is also the user name. */
  readonly passwords: readonly (readonly [service: ServiceName, password: string])[];
  /** A user with all permissions, who makes streams and durables and restores a backup. */
  readonly operator: NatsUser;
  /** Settings of the server besides its users, in the format of its configuration file. */
  readonly server: string;
}

/** Renders a nats-server configuration in which every process has exactly the permissions of `natsPermissions`. */
export function renderNatsConfiguration({ passwords, operator, server }: NatsConfigurationOptions): string {
  const entries = passwords.map(([service, password]) => {
    const { publish, subscribe, answer } = natsPermissions(service);
    const subscriptions = [`${natsInboxPrefix(service)}.>`, ...subscribe, ...answer];
    const replies = answer.length > 0 ? ', allow_responses: true' : '';
    return `    {
      user: ${quote(service)}, password: ${quote(password)}
      permissions: { publish: [${publish.map(quote).join(', ')}], subscribe: [${subscriptions.map(quote).join(', ')}]${replies} }
    }`;
  });
  return `${server}
authorization {
  users: [
${entries.join('\n')}
    { user: ${quote(operator.user)}, password: ${quote(operator.password)} }
  ]
}
`;
}

const quote = (text: string) => JSON.stringify(text);
