import { randomUUID } from 'node:crypto';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import type { Subscription } from 'nats';
import { z } from 'zod';
import { parseJson } from '../http/parse-json.ts';

const senderSchema = z.object({ from: z.string().min(1).max(100) });

/**
 * Opens a channel of plain NATS messages: gateways that are connected receive them, and nothing is stored. Those of this
 * gateway and invalid ones are not passed on.
 *
 * @param options.schema what a message has besides its sender
 * @param options.onMessage `from` is an id of the sender that changes when it restarts
 * @param options.onConnected called after each connection to NATS
 */
export function openGatewayChannel<Message extends object>(options: {
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  readonly subject: string;
  readonly schema: z.ZodType<Message>;
  readonly onMessage: (message: Message, from: string) => void;
  readonly onConnected?: () => void;
}) {
  const { nats, logger, subject, schema, onMessage, onConnected } = options;
  const instanceId = randomUUID();
  let subscription: Subscription | undefined;

  function receive(data: Uint8Array): void {
    const body = parseJson(Buffer.from(data).toString());
    const [sender, message] = [senderSchema.safeParse(body), schema.safeParse(body)];
    if (!sender.success || !message.success) {
      logger.warn({ subject }, 'Invalid message of a gateway ignored');
      return;
    }
    if (sender.data.from !== instanceId) onMessage(message.data, sender.data.from);
  }

  const removeListener = nats.onConnected((connection) => {
    // A subscription survives a reconnect, unless the server rejected it.
    if (!subscription || subscription.isClosed())
      subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error) receive(message.data);
        },
      });
    onConnected?.();
  });

  return {
    /** Sends a message to the other gateways. Without NATS it is dropped. */
    publish(message: Message): void {
      if (nats.isConnected())
        nats.connection?.publish(subject, JSON.stringify({ ...message, from: instanceId }));
    },
    stop(): void {
      removeListener();
      subscription?.unsubscribe();
    },
  };
}
