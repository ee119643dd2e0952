import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as contracts from '@khmer-learning/contracts';
import { repositoryRoot } from './compose-file.fixture.ts';

const exec = promisify(execFile);

/** Lists files of the repository, including uncommitted ones. */
async function files(...patterns: string[]): Promise<string[]> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const { stdout } = await exec('git', list, { cwd: repositoryRoot, maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\0').filter((name) => name !== '' && existsSync(join(repositoryRoot, name)));
}

const text = (file: string) => readFile(join(repositoryRoot, file), 'utf8');

/** The folders of all packages. */
async function packages(): Promise<string[]> {
  const { workspaces } = JSON.parse(await text('package.json')) as { workspaces: string[] };
  return (await files(...workspaces.map((folder) => `:(glob)${folder}/package.json`))).map(dirname);
}

/** The texts between backticks. */
function codeSpansIn(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name ?? ''));
}

/** Removes code blocks, which contain no links or headings. */
const withoutCodeBlocks = (markdown: string) => markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (markdown: string) =>
  [...withoutCodeBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

/** Whether a place in a document, such as `docs/remotes.md#going-back`, exists: the file and the heading. */
async function exists(place: string): Promise<boolean> {
  const [path = '', anchor] = place.split('#');
  if (!existsSync(join(repositoryRoot, path))) return false;
  return anchor === undefined || anchorsOf(await text(path)).includes(anchor);
}

describe('the documentation', () => {
  it('has no broken link within the repository', async () => {
    const broken: string[] = [];
    for (const file of await files('*.md')) {
      for (const [, link = ''] of withoutCodeBlocks(await text(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(link)) continue;
        const place = link.startsWith('#') ? file + link : join(dirname(file), link);
        if (!(await exists(place))) broken.push(`${file}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('has every page and heading that comments, tests, settings and workflows name', async () => {
    const broken: string[] = [];
    let count = 0;
    for (const file of await files(
      '*.ts',
      '*.tsx',
      '*.mjs',
      '*.cjs',
      '*.tmpl',
      '*.yml',
      '*.md',
      '*Dockerfile*',
    )) {
      for (const [place] of (await text(file)).matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)) {
        count += 1;
        if (!(await exists(place))) broken.push(`${file}: ${place}`);
      }
    }
    expect(count).toBeGreaterThan(30);
    expect(broken).toEqual([]);
  });

  it('tells a broken page or heading from one that exists', async () => {
    const page = 'docs/decisions/writes-and-events.md';
    expect(await exists(`${page}#outbox`)).toBe(true);
    expect(await exists(`${page}#no-such-heading`)).toBe(false);
    expect(await exists(page.replace('.md', '-and-more.md'))).toBe(false);
  });

  it('is what comments refer to: none names a chapter of a text that is not in the repository', async () => {
    const sources = await files('*.ts', '*.tsx', '*.mjs', '*.cjs');
    const chapter = /\((?:spec \d|(?:decisions|reliability|architecture)[,:)])|\bspec \d+(?:\.\d+)?,/;
    const named: string[] = [];
    for (const file of sources) if (chapter.test(await text(file))) named.push(file);
    expect(named).toEqual([]);
  });

  it('has a README in every package', async () => {
    const folders = await packages();
    expect(folders.length).toBeGreaterThan(20);
    expect(folders.filter((folder) => !existsSync(join(repositoryRoot, folder, 'README.md')))).toEqual([]);
  });

  it('links every page and package from README.md', async () => {
    const readme = await text('README.md');
    const pages = (await files('docs/*.md')).filter((page) => !page.startsWith('docs/decisions/'));
    for (const place of [...pages, ...(await packages())]) expect(readme).toContain(`(${place})`);
  });

  it('links every decision from the index, and names none by a number', async () => {
    const decisions: string[] = [];
    for (const page of await files('docs/decisions/*.md')) {
      if (page.endsWith('README.md')) continue;
      const headings = withoutCodeBlocks(await text(page)).matchAll(/^## (.+)$/gm);
      for (const [, heading = ''] of headings) decisions.push(`${basename(page)}#${anchorOf(heading)}`);
    }
    const index = await text('docs/decisions/README.md');
    const linked = [...index.matchAll(/\]\(([a-z-]+\.md#[^)]+)\)/g)].map(([, link = '']) => link);
    expect(decisions.length).toBeGreaterThan(80);
    expect(linked.sort()).toEqual(decisions.sort());

    const numbered: string[] = [];
    for (const file of await files('*.md', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.yml')) {
      if (/\bdecisions?(?: |\/)\[?\d/i.test(await text(file))) numbered.push(file);
    }
    expect(numbered).toEqual([]);
  });
});

describe('docs/releases.md', () => {
  it('has a note for every migration, and each is in the list of its service', async () => {
    const rows = [...(await text('docs/releases.md')).matchAll(/^\| (\S+) \| `(\S+)` \| .+ \|$/gm)];
    const found: string[][] = [];
    for (const file of await files('services/*/src/migrations/[0-9]*.ts')) {
      const [, service = '', , , name = ''] = file.replace('.ts', '').split('/');
      found.push([service, name]);
      expect(await text(file)).toContain(`name: '${name}'`);
      expect(await text(join(dirname(file), 'migrations.ts'))).toContain(`from './${name}.ts'`);
    }
    expect(found.length).toBeGreaterThan(0);
    expect(rows.map(([, service = '', name = '']) => [service, name]).sort()).toEqual(found.sort());
  });
});

describe('docs/events.md', () => {
  const definitions = Object.values(contracts).filter(
    (value): value is typeof contracts.lessonEvent =>
      typeof value === 'object' && value !== null && 'entity' in value && 'state' in value,
  );

  it('names every event, of kinds of items all together', async () => {
    const kinds = definitions.filter(({ keepsVersions }) => keepsVersions).map(({ entity }) => entity);
    const pages = [...(await text('docs/events.md')).matchAll(/^\| `(events\.[a-z<>]+\.[a-z<>-]+\.)</gm)];
    const subjects = pages.flatMap(([, subject = '']) =>
      kinds.flatMap((kind) =>
        ['content', 'quizzes'].map((service) =>
          subject.replace('<service>', service).replace('<kind>', kind),
        ),
      ),
    );
    for (const { service, entity } of definitions) expect(subjects).toContain(`events.${service}.${entity}.`);
    const entities = ['<kind>', '<kind>-working-copy', ...definitions.map(({ entity }) => entity)];
    for (const [, subject = ''] of pages) expect(entities).toContain(subject.split('.')[2]);
  });

  it('lists every durable consumer', async () => {
    const named = codeSpansIn(await text('docs/events.md'));
    const sources = (await files('services/*/src/**/*.ts', 'services/*/src/*.ts')).filter(
      (file) => !file.includes('.test'),
    );
    const durables = (await Promise.all(sources.map(text))).flatMap((source) =>
      [...source.matchAll(/[dD]urable(?:: | = )'([a-z-]+)'/g)].map(([, name]) => name),
    );
    expect(durables.length).toBeGreaterThan(5);
    expect([...named]).toEqual(expect.arrayContaining(durables));
  });
});

describe('docs/api-v1.md', () => {
  it('lists every call of /api/v1 and no others', async () => {
    const named = [...codeSpansIn(await text('docs/api-v1.md'))].filter((name) =>
      /^(GET|POST|PUT|PATCH|DELETE) \/api\/v1\/[^?]*$/.test(name),
    );
    const calls = contracts.endpoints
      .filter(({ path }) => path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(named)].sort()).toEqual(calls.sort());
  });
});

/** A setting of a config schema; `value` is its default if that is a string or number literal. */
interface Setting {
  readonly name: string;
  readonly value: string | undefined;
}

/** Parses settings such as `  PORT: z.coerce.number().default(8_080),`, each up to the next one. */
function settingsIn(source: string): Setting[] {
  const starts = [...source.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+): /gm)];
  return starts.map((start, index) => {
    const body = source.slice(start.index, starts[index + 1]?.index);
    const literal = /(?:\.default|milliseconds)\((?:'([^']*)'|([\d_]+))\)/.exec(body);
    return { name: start[1] ?? '', value: literal?.[1] ?? literal?.[2]?.replaceAll('_', '') };
  });
}

describe('docs/configuration.md', () => {
  /** Settings of the machine or of a library, used in a sample program, or passed on by scripts/test.mjs alone. */
  const externalSettings = new Set([
    'PATH',
    'JEST_WORKER_ID',
    'TESTS_LEFT_OUT',
    'WEBPACK_DEV_SERVER_BASE_PORT',
    'KHMER_API_KEY',
    'GITHUB_REPOSITORY',
  ]);
  let rows: { names: readonly string[]; byDefault: string }[];
  let schemas: Setting[];

  beforeAll(async () => {
    rows = (await text('docs/configuration.md'))
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => {
        const [, names = '', byDefault = ''] = line.split(' | ').join('|').split('|');
        return { names: [...codeSpansIn(names)], byDefault };
      });
    const sources = await files('*/config.ts', 'deploy/src/backup-settings.ts');
    expect(sources.length).toBeGreaterThan(8);
    schemas = (await Promise.all(sources.map(text))).flatMap(settingsIn);
    expect(schemas.length).toBeGreaterThan(40);
  });

  async function readDirectly(): Promise<string[]> {
    const sources = (await files('*.ts', '*.tsx', '*.mjs')).filter(
      (file) => !/\.(test|fixture|test-kit)\.(tsx?|mjs)$|^libs\/test-kit\//.test(file),
    );
    const texts = await Promise.all(sources.map(text));
    const names = texts.flatMap((source) =>
      [
        ...source.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g),
        ...source.matchAll(/\bsetting\('([A-Z_]+)'/g),
        ...source.matchAll(/const \{ ([A-Z_, ]+) \} = process\.env/g),
      ].flatMap(([, list = '']) => list.split(', ')),
    );
    const compose = await text('docker-compose.yml');
    const inCompose = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) =>
      name.replace(/^[A-Z]+_REPLICAS$/, '<SERVICE>_REPLICAS').replace(/^[A-Z_]+_VERSION$/, '<APP>_VERSION'),
    );
    return [...names, ...inCompose];
  }

  it('lists every setting and no others', async () => {
    const named = new Set(rows.flatMap(({ names }) => names));
    const known = new Set(
      [...schemas.map(({ name }) => name), ...(await readDirectly()), 'UPSTREAM_<SERVICE>'].filter(
        (name) => !externalSettings.has(name),
      ),
    );
    expect([...named].sort()).toEqual([...known].sort());
  });

  it('has the default of each setting', () => {
    for (const { name, value } of schemas) {
      if (value === undefined || value === '') continue;
      const told = rows.filter(({ names }) => names.includes(name)).map(({ byDefault }) => byDefault);
      expect([name, told.some((cell) => cell.includes(`\`${value}\``))]).toEqual([name, true]);
    }
  });
});
