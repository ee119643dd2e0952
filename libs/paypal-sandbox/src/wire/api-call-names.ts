/** The calls of the wire API, by which failures are asked for. */
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
    /** Which of PayPal's calls a route answers. */
    call?: ApiCallName;
  }
}
