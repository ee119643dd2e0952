import { join } from 'node:path';
import type { StateFile } from '../data-dir/state.ts';
import type { LogBook } from '../log/log-book.ts';
import { startChild } from '../process/child.ts';
import type { Program } from '../process/supervisor.ts';
import { remoteFolders, shellFolder } from './apps.ts';

/** Builders that watch, and where what they build is found. */
export interface BrowserWatchers {
  programs: Program[];
  shellDir: string;
  /** The remotes' manifests by name. */
  remoteUrls: Record<string, string>;
}

/** One watching build for the shell and each remote, each serving what it built on a port of its own. */
export async function browserWatchers(
  root: string,
  stateFile: StateFile,
  log: LogBook,
): Promise<BrowserWatchers> {
  const remoteUrls: Record<string, string> = {};
  const programs: Program[] = [];
  for (const [name, folder] of [['shell', shellFolder], ...Object.entries(remoteFolders)] as const) {
    const program = `${folder}:dev`;
    const port = await stateFile.port(program);
    if (folder !== shellFolder) remoteUrls[name] = `http://localhost:${port}/mf-manifest.json`;
    programs.push({
      name: program,
      start: () =>
        startChild({
          command: process.execPath,
          args: [join(root, 'libs/remote-build/bin/build.mjs'), '--watch'],
          cwd: join(root, folder),
          env: { ...process.env, DEV_SERVER_PORT: String(port) },
          onLine: log.of(program),
        }),
    });
  }
  return { programs, shellDir: join(root, shellFolder, '.cache/dist'), remoteUrls };
}
