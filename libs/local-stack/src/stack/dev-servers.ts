import { join } from 'node:path';
import type { StateFile } from '../data-dir/state-file.ts';
import type { StackLog } from '../log/stack-log.ts';
import { startChild } from '../process/child.ts';
import type { Program } from '../process/supervisor.ts';
import { remoteFolders, shellFolder } from './apps.ts';

/** Development builds in watch mode, and the addresses of their output. */
export type DevServers = Awaited<ReturnType<typeof createDevServers>>;

/** One watch build for the shell and each remote; each serves its output on its own port. */
export async function createDevServers(root: string, stateFile: StateFile, log: StackLog) {
  /** Of the manifests, by name. */
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
          onLine: log.lineWriter(program),
        }),
    });
  }
  return { programs, shellDir: join(root, shellFolder, '.cache/dist'), remoteUrls };
}
