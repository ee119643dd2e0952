import { natsInboxPrefix, natsPermissions, type ServiceName } from '@khmer-learning/contracts';

/** The JetStream permissions of every process: create and read streams, but never delete or purge them. */
const jetStreamSubjects = [
  '$JS.API.INFO',
  '$JS.API.STREAM.CREATE.*',
  '$JS.API.STREAM.UPDATE.*',
  '$JS.API.STREAM.INFO.*',
  '$JS.API.STREAM.NAMES',
  '$JS.API.STREAM.LIST',
  '$JS.API.STREAM.MSG.GET.*',
  '$JS.API.DIRECT.GET.>',
  '$JS.API.CONSUMER.>',
  '$JS.ACK.>',
  '$JS.FC.>',
];

interface NatsUser {
  readonly user: string;
  readonly password: string;
}

/**
 * Renders a nats-server configuration in which every process has exactly the permissions of `natsPermissions`
 * (contracts).
 *
 * @param passwords the password of each process, by its name, which is also the user name
 * @param operator a user with all permissions, for example to restore a backup
 */
export function renderNatsConfiguration(
  passwords: readonly (readonly [service: ServiceName, password: string])[],
  operator: NatsUser,
): string {
  const entries = passwords.map(([service, password]) => {
    const { publish, subscribe, answer } = natsPermissions(service);
    const subscriptions = [`${natsInboxPrefix(service)}.>`, ...subscribe, ...answer];
    const replies = answer.length > 0 ? ', allow_responses: true' : '';
    return `    {
      user: ${quote(service)}, password: ${quote(password)}
      permissions: { publish: [${[...publish, ...jetStreamSubjects].map(quote).join(', ')}], subscribe: [${subscriptions.map(quote).join(', ')}]${replies} }
    }`;
  });
  return `port: 4222
http: 8222
max_payload: 2MB
jetstream {
  store_dir: /data
  # Sync every message to disk before acknowledging it; the default syncs every two minutes.
  sync_interval: always
}
authorization {
  users: [
${entries.join('\n')}
    { user: ${quote(operator.user)}, password: ${quote(operator.password)} }
  ]
}
`;
}

const quote = (text: string) => JSON.stringify(text);
