import type { ServiceName } from './endpoint.ts';
import { natsInboxPrefix, natsPermissions } from './nats-permissions.ts';
import { type RemoteEvents, remoteConsumersOf, remoteNatsUser } from './remote-events.ts';

/** A user of NATS. */
export interface NatsUser {
  readonly user: string;
  readonly password: string;
}

/** Settings of {@link renderNatsConfiguration}. */
export interface NatsConfigurationOptions {
  /** The password of each process, by its name, which is also the user name. */
  readonly passwords: readonly (readonly [service: ServiceName, password: string])[];
  /** The own backends of remotes that read events. */
  readonly remotes?: readonly (RemoteEvents & { readonly password: string })[];
  /** A user with all permissions, who makes streams and durables and restores a backup. */
  readonly operator: NatsUser;
  /** Settings of the server besides its users, in the format of its configuration file. */
  readonly server: string;
}

/** Renders a nats-server configuration in which every process has exactly the permissions of `natsPermissions`. */
export function renderNatsConfiguration({
  passwords,
  remotes = [],
  operator,
  server,
}: NatsConfigurationOptions): string {
  const entries = passwords.map(([service, password]) => {
    const { publish, subscribe, answer } = natsPermissions(service);
    const subscriptions = [`${natsInboxPrefix(service)}.>`, ...subscribe, ...answer];
    const replies = answer.length > 0 ? ', allow_responses: true' : '';
    return `    {
      user: ${quote(service)}, password: ${quote(password)}
      permissions: { publish: [${publish.map(quote).join(', ')}], subscribe: [${subscriptions.map(quote).join(', ')}]${replies} }
    }`;
  });
  // Not even a request to JetStream or an acknowledgement: its answer would be stored wherever the reply subject says.
  for (const { password, ...events } of remotes) {
    const subjects = remoteConsumersOf(events).map(({ deliverSubject }) => quote(deliverSubject));
    entries.push(`    {
      user: ${quote(remoteNatsUser(events.remote))}, password: ${quote(password)}
      permissions: { publish: { deny: [">"] }, subscribe: [${subjects.join(', ')}] }
    }`);
  }
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
