#!/usr/bin/env node
// affected-packages.mjs <commit>: prints, as a JSON list, the packages changed since the commit and their dependents.
import { runTool } from './set-up.mjs';

const since = process.argv[2];
if (since === undefined) {
  console.error('Usage: affected-packages.mjs <commit>');
  process.exit(1);
}
const filter = `--filter=...[${since}]`;
const { ok, output } = await runTool('turbo/bin/turbo', ['ls', filter, '--output=json'], {
  quiet: true,
});
if (!ok) {
  console.error(output);
  process.exit(1);
}
const { packages } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
console.log(JSON.stringify(packages.items.map(({ name }) => name).filter((name) => name !== '//')));
