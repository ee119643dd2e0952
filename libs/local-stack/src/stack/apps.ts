import type { ServiceName } from '@khmer-learning/contracts';

/** A Node process of the product: `<folder>/dist/server.js`. */
export interface NodeApp {
  name: ServiceName | 'paypal';
  /** Relative to the repository. */
  folder: string;
}

/** The services, each with a MongoDB database of its own. The gateway in front of them comes last. */
export const serviceApps: readonly NodeApp[] = [
  { name: 'users', folder: 'services/users' },
  { name: 'content', folder: 'services/content' },
  { name: 'quizzes', folder: 'services/quizzes' },
  { name: 'commerce', folder: 'services/commerce' },
  { name: 'media', folder: 'services/media' },
  { name: 'stats', folder: 'services/stats' },
];

/** The stand-in for PayPal, by which purchases are made offline. */
export const paypalSandboxApp: NodeApp = { name: 'paypal', folder: 'libs/paypal-sandbox' };

/** The one process that people reach. */
export const gatewayApp: NodeApp = { name: 'gateway', folder: 'gateway' };

/** The host of the console. */
export const shellFolder = 'shell';

/** The console's remotes: name in the registry, and folder. */
export const remoteFolders: Readonly<Record<string, string>> = {
  content: 'mf-content',
  quizzes: 'mf-quizzes',
  users: 'mf-users',
  commerce: 'mf-commerce',
};
