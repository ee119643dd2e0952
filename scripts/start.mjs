#!/usr/bin/env node
// npm start, and npm run dev with --dev: installs, builds and runs the product from a fresh clone.
import { build, root, setUp } from './set-up.mjs';

const dev = process.argv.includes('--dev');

await setUp();
// In development mode, the watchers build the browser apps. The catalogue is not part of the product.
await build(
  dev
    ? ['./services/*', './gateway', './deploy', './libs/local-stack', './libs/paypal-sandbox']
    : ['!@khmer-learning/catalogue'],
);

const { runFromTerminal } = await import('../libs/local-stack/dist/main.js');
const onReady = async (restart) => {
  const { watchNodeApps } = await import('./watch-node-apps.mjs');
  await watchNodeApps(root, restart);
};
try {
  await runFromTerminal(dev ? { watch: true, onReady } : {});
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
