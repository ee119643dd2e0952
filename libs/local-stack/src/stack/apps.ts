import type { ServiceName } from '@khmer-learning/contracts';

/** A Node app of the product: `<folder>/dist/server.js`. */
export interface NodeApp<Name extends string = ServiceName | 'paypal'> {
  name: Name;
  /** Relative to the repository. */
  folder: string;
}

/** The services, each with its own MongoDB database. The gateway starts after them. */
export const serviceApps: readonly NodeApp<ServiceName>[] = [
  { name: 'users', folder: 'services/users' },
  { name: 'content', folder: 'services/content' },
  { name: 'quizzes', folder: 'services/quizzes' },
  { name: 'commerce', folder: 'services/commerce' },
  { name: 'media', folder: 'services/media' },
  { name: 'stats', folder: 'services/stats' },
];

/** The PayPal sandbox for offline purchases. */
export const paypalSandboxApp: NodeApp = { name: 'paypal', folder: 'libs/paypal-sandbox' };

/** The only publicly reachable process. */
export const gatewayApp: NodeApp = { name: 'gateway', folder: 'gateway' };

/** The host of the console. */
export const shellFolder = 'shell';

/** The console's remotes: registry name to folder. */
export const remoteFolders: Readonly<Record<string, string>> = {
  content: 'mf-content',
  quizzes: 'mf-quizzes',
  users: 'mf-users',
  commerce: 'mf-commerce',
};
