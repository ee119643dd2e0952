#!/usr/bin/env node
// npm start, and with --dev npm run dev: from a fresh clone to a running product.
import { build, root, setUp } from './set-up.mjs';

const dev = process.argv.includes('--dev');

await setUp();
// Under development the browser apps are built by those who watch them.
await build(dev ? ['./services/*', './gateway', './libs/local-stack', './libs/paypal-sandbox'] : []);

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
