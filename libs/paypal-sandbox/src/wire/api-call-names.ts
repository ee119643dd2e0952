/** Names of the wire API's calls, used to inject failures. */
export const apiCallNames = [
  'oauth2.token',
  'orders.create',
  'orders.get',
  'orders.capture',
  'captures.get',
  'captures.refund',
  'refunds.get',
  'webhooks.verify',
] as const;
export type ApiCallName = (typeof apiCallNames)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The PayPal call that a route implements. */
    call?: ApiCallName;
  }
}
