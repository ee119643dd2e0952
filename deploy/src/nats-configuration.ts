import { natsInboxPrefix, natsPermissions, type ServiceName } from '@khmer-learning/contracts';

/** What everybody needs of JetStream: streams may be made and read, never deleted or purged. */
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
 * A nats-server configuration in which every process may do what `natsPermissions` of contracts says and no more.
 *
 * @param passwords of each process; its user's name is its own
 * @param operator may do everything: who restores a backup
 */
export function renderNatsConfiguration(
  passwords: readonly (readonly [service: ServiceName, password: string])[],
  operator: NatsUser,
): string {
  const entries = passwords.map(([service, password]) => {
    const { publish, subscribe } = natsPermissions(service);
    const subscriptions = [`${natsInboxPrefix(service)}.>`, ...subscribe];
    return `    {
      user: ${quote(service)}, password: ${quote(password)}
      permissions: { publish: [${[...publish, ...jetStreamSubjects].map(quote).join(', ')}], subscribe: [${subscriptions.map(quote).join(', ')}] }
    }`;
  });
  return `port: 4222
http: 8222
max_payload: 2MB
jetstream {
  store_dir: /data
  # Every message on disk before it is acknowledged; the default waits up to two minutes.
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
