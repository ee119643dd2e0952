import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const repositoryRoot = resolve(__dirname, '../../..');
const binFolder = join(repositoryRoot, 'libs/remote-build/bin');

/** A minimal workspace with a shell and a remote, which uses this repository's installed packages. */
export const workspaceFiles = {
  'package.json': '{"workspaces": ["shell", "mf-demo"]}',
  'shell/package.json': '{"name": "shell", "version": "1.0.0"}',
  'shell/webpack.config.ts': `
    import { defineHostConfig } from '@khmer-learning/remote-build';
    export default defineHostConfig({ budgets: [{ name: 'first screen', chunks: ['main'], maxKilobytes: 170 }] });`,
  'shell/src/index.html': '<!doctype html><html lang="en"><title>Shell</title><div id="root"></div></html>',
  'shell/src/main.tsx': `
    import { createRoot } from 'react-dom/client';
    createRoot(document.body).render(<p>{SHARED_VERSIONS.react}</p>);`,
  'mf-demo/package.json': '{"name": "mf-demo", "version": "3.2.1"}',
  'mf-demo/webpack.config.ts': `
    import { defineRemoteConfig } from '@khmer-learning/remote-build';
    export default defineRemoteConfig({
      manifest: { name: 'demo', label: 'Demo', contract: '^3.0.0', pages: [], views: [
        { id: 'demo', label: 'Demo', icon: 'book', title: 'Demo', roles: ['admin'], order: 10, placement: 'sidebar' },
      ] },
    });`,
  'mf-demo/src/remote.ts': `export const remote = { pages: {}, views: { demo: async () => (await import('./demo.tsx')).Demo } };`,
  'mf-demo/src/demo.tsx': `
    import { useState } from 'react';
    import { createPortal } from 'react-dom';
    import styled, { css } from 'styled-components';
    import { useFigures } from './figures.ts';
    const Line = styled.p(css\`color: red\`);
    export function Demo() {
      const [n] = useState(0);
      return createPortal(<Line>{n}{typeof useFigures}</Line>, document.body);
    }`,
  'mf-demo/src/figures.ts': `
    import { useMutation, useQuery } from '@tanstack/react-query';
    export const useFigures = () => useQuery({ queryKey: [], queryFn: () => 1 });
    export const useUnused = () => useMutation({ mutationFn: () => 1 });`,
};

const workspaces: string[] = [];

/** Creates a workspace on disk. `changes` adds or replaces files. */
export async function createWorkspace(changes: Record<string, string> = {}): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'remote-build-'));
  workspaces.push(workspace);
  for (const [path, text] of Object.entries({ ...workspaceFiles, ...changes })) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  await symlink(join(repositoryRoot, 'node_modules'), join(workspace, 'node_modules'));
  return workspace;
}

/** Vite's federation plugin does nothing under Jest. */
const { JEST_WORKER_ID: _worker, ...env } = process.env;

/** Builds an app of the workspace, or runs another program of this package in the app's folder. */
export function build(appFolder: string, program = 'build.mjs'): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(binFolder, program)],
      { cwd: appFolder, env },
      (_error, out, err) => done({ code: child.exitCode ?? -1, output: out + err }),
    );
  });
}

/** A watching build of an app of the workspace. */
export interface WatchedBuild {
  /** The label in the manifest that is served now; undefined while none is served. */
  label(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Starts a watching build and resolves once its server is running. */
export async function watch(appFolder: string): Promise<WatchedBuild> {
  const child = spawn(process.execPath, [join(binFolder, 'build.mjs'), '--watch'], { cwd: appFolder });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (text: Buffer) => {
      output += text;
      const port = /on http:\S+:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(output)));
  });
  return {
    async label() {
      const answer = await fetch(`${url}/remote-manifest.json`).catch(() => undefined);
      return answer?.ok ? ((await answer.json()) as { label: string }).label : undefined;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Removes all workspaces that `createWorkspace` created. */
export async function removeWorkspaces(): Promise<void> {
  await Promise.all(workspaces.map((folder) => rm(folder, { recursive: true, force: true })));
}
