#!/usr/bin/env node
// Bundles the Node app in the current folder: build-node-app.mjs [--outdir <folder>] [<entry>...]
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { nodeBundle } from './node-bundle.mjs';

const { values, positionals } = parseArgs({
  options: { outdir: { type: 'string', default: 'dist' } },
  allowPositionals: true,
});

await build(
  nodeBundle(process.cwd(), {
    outdir: values.outdir,
    ...(positionals.length > 0 ? { entries: positionals } : {}),
  }),
);
