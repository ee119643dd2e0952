import { auditStream, deadSubjectPrefix } from '@khmer-learning/contracts';

/** What everybody needs of JetStream: streams may be made and read, never deleted or purged. */
const jetStream = [
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
 * A nats-server configuration in which every service may publish its own events and nobody else's.
 *
 * @param users one per service; the user's name is the service's
 * @param operator may do everything: who restores a backup
 */
export function natsConfiguration(users: readonly NatsUser[], operator: NatsUser): string {
  const entries = users.map(({ user, password }) => {
    const publish = [
      `events.${user}.>`,
      `${auditStream.subjectPrefix}.${user}.>`,
      `${deadSubjectPrefix}.>`,
      ...jetStream,
    ];
    return `    {
      user: ${quoted(user)}, password: ${quoted(password)}
      permissions: { publish: [${publish.map(quoted).join(', ')}], subscribe: ["_INBOX.>"] }
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
    { user: ${quoted(operator.user)}, password: ${quoted(operator.password)} }
  ]
}
`;
}

const quoted = (text: string) => JSON.stringify(text);
