// Import boundaries. Services, remotes, shell and gateway share code only through contracts and the other libs.

const apps = '^(shell|catalogue|mf-[^/]+|gateway|services/[^/]+)/';
const serverLibs = '^libs/(service-kit|item-kit|transfer|test-kit|local-stack)/';
const tests = '\\.(test|suite|fixture)\\.tsx?$|/test-kit/';

/**
 * The subfolders of a folder as layers, the lowest first. Files import only from their own folder and from those before it,
 * so folders form no cycle. A folder that is not named stands alone: it imports none of them, and none imports it. The files
 * beside the layers are above all of them, but for the settings. Tests may use everything.
 */
const layersOf = {
  'libs/service-kit/src': [
    ...[
      'concurrency',
      'config',
      'errors',
      'logging',
      'search',
      'tracing',
      'nats',
      'mongo',
      'outbox',
      'audit',
    ],
    ...['consumer', 'http', 'jobs', 'migrations', 'process', 'republication', 'store', 'lists'],
  ],
  'libs/item-kit/src': [
    ...['rights', 'versions', 'changes', 'history', 'comments', 'schedules', 'reviews', 'working-copies'],
    ...['positions', 'ownership', 'search', 'kinds'],
  ],
  'services/content/src': [
    ...[
      'store',
      'parents',
      'purchases',
      'lessons',
      'preview-links',
      'pronunciations',
      'main-lessons',
      'lesson-types',
      'public',
      'packs',
      'transfer',
    ],
    ...['migrations', 'consumers'],
  ],
  'gateway/src': [
    ...['http', 'nats', 'health'],
    ...['api/upstreams', 'api/cache', 'api/identity', 'api/routing'],
    ...['v1', 'guides'],
    ...['console/registry', 'console/releases', 'console/remote-apis', 'console/static', 'console/presence'],
    ...['console/health', 'console/previews'],
  ],
  'services/content/src/lessons': ['model', 'reads', 'words', 'writes', 'cascades'],
  'libs/console-kit/src': [
    ...['messages', 'rights', 'layout', 'format', 'extensions', 'lists', 'audit-log', 'presence', 'reorder'],
    ...['forms', 'comparing', 'versions', 'comments', 'undo', 'recording', 'drafts', 'saving', 'items'],
    'testing',
  ],
};

const layerRules = Object.entries(layersOf).flatMap(([root, layers]) => {
  const unnamed = `(?!(?:${layers.join('|')})/)[^/]+`;
  const rule = (name, comment, from, to) => ({
    ...{ name, comment, severity: 'error' },
    from: { path: `^${root}/${from}/`, pathNot: tests },
    to: { path: `^${root}/${to}` },
  });
  return [
    ...layers.map((folder, index) => {
      const above = [...layers.slice(index + 1).map((higher) => `${higher}/`), '(?!config\\.ts)[^/]+$'].join(
        '|',
      );
      return rule(
        `${root}/${folder}-imports-lower-layers`,
        'What two layers share lies below both',
        folder,
        `(${above})`,
      );
    }),
    {
      name: `${root}-other-folders-stand-alone`,
      comment: 'A folder that others need, or that needs others, has a place in layersOf',
      severity: 'error',
      from: { path: `^${root}/(${unnamed})/`, pathNot: tests },
      to: { path: `^${root}/(?!config\\.ts)`, pathNot: `^${root}/$1/` },
    },
    rule(
      `${root}-layers-import-no-other-folder`,
      'A folder that others need has a place in layersOf',
      `(${layers.join('|')})`,
      `(${unnamed})/`,
    ),
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'apps-stand-alone',
      comment: 'Services, remotes, the shell and the gateway must not import another app',
      severity: 'error',
      from: { path: apps },
      to: { path: apps, pathNot: '^$1/' },
    },
    {
      name: 'nothing-imports-an-app',
      comment: 'Libs, end-to-end tests and benchmarks call apps over HTTP',
      severity: 'error',
      from: { pathNot: `${apps}|^scripts/` },
      to: { path: apps },
    },
    {
      name: 'browser-without-server-code',
      comment: 'Service kit, item kit, transfer, test kit and local stack need Node',
      severity: 'error',
      from: {
        path: '^(shell|catalogue|mf-[^/]+|libs/(ui-kit|console-sdk|console-kit|contracts|khmer-text|client))/',
      },
      to: { path: serverLibs },
    },
    {
      name: 'server-without-browser-code',
      comment: 'React stays in the browser',
      severity: 'error',
      from: { path: '^(gateway|services/[^/]+|libs/(service-kit|item-kit|transfer|test-kit|local-stack))/' },
      to: { path: '^libs/(ui-kit|console-sdk|console-kit|remote-build)/' },
    },
    {
      name: 'contract-without-kit',
      comment: 'The kit may change without a new version of the contract, so the contract must not need it',
      severity: 'error',
      from: { path: '^libs/(console-sdk|ui-kit)/' },
      to: { path: '^libs/console-kit/' },
    },
    {
      name: 'service-kit-without-domain',
      comment: 'Service kit serves every service; what only some need is a package of its own',
      severity: 'error',
      from: { path: '^libs/service-kit/', pathNot: tests },
      to: { path: '^libs/', pathNot: '^libs/(service-kit|contracts|khmer-text)/' },
    },
    {
      name: 'item-kit-over-service-kit',
      comment:
        'Item kit knows the life of items, and of the other libs only the plumbing, the contracts and the rules of text',
      severity: 'error',
      from: { path: '^libs/item-kit/', pathNot: tests },
      to: { path: '^libs/', pathNot: '^libs/(item-kit|service-kit|contracts|khmer-text)/' },
    },
    {
      name: 'item-kit-for-owners-of-items',
      comment:
        'Only content and quizzes own items, and transfer imports them; other services need none of it',
      severity: 'error',
      from: { pathNot: '^(libs/(item-kit|transfer)|services/(content|quizzes))/' },
      to: { path: '^libs/item-kit/' },
    },
    {
      name: 'client-without-dependencies',
      comment:
        'The package that apps install has no dependencies but the bundled scheduler; its generator and its tests may have some',
      severity: 'error',
      from: { path: '^libs/client/src/', pathNot: `^libs/client/src/(generator|packaging)/|${tests}` },
      to: { pathNot: '^libs/client/src/(?!generator/|packaging/)|^node_modules/ts-fsrs/' },
    },
    {
      name: 'models-are-private',
      comment:
        'Only the folder of its feature, and the files in the root of a service, may import a mongoose model',
      severity: 'error',
      from: { path: '^(services/[^/]+/src/[^/]+)/' },
      to: { path: '\\.model\\.ts$', pathNot: '^$1/' },
    },
    {
      name: 'models-are-private-outside-services',
      comment: 'Only its own folder may import a mongoose model',
      severity: 'error',
      from: { path: '^(.+)/[^/]+$', pathNot: '^services/[^/]+/src/' },
      to: { path: '\\.model\\.ts$', pathNot: '^$1/[^/]+$' },
    },
    {
      name: 'test-kit-in-tests-only',
      comment: 'Production code must not use the test kit',
      severity: 'error',
      from: {
        path: '^(services|gateway|libs|shell|catalogue|mf-[^/]+)/',
        pathNot: `${tests}|\\.test-kit\\.ts$`,
      },
      to: { path: '^libs/test-kit/' },
    },
    {
      name: 'no-cycles',
      comment: 'Files in an import cycle cannot be understood or tested separately',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layerRules,
    {
      name: 'gateway-faces-apart',
      comment: 'The API for apps and the console share only what lies below both',
      severity: 'error',
      from: { path: '^gateway/src/(v1|console)/', pathNot: tests },
      to: { path: '^gateway/src/(v1|console)/', pathNot: '^gateway/src/$1/' },
    },
    {
      name: 'nothing-unresolved',
      comment:
        'The rules above do not cover an unresolved import; the stand-in images install their own packages',
      severity: 'error',
      from: { pathNot: '^deploy/stand-ins/files/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    babelConfig: { fileName: 'scripts/babel-imports-only.cjs' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|\\.cache|\\.turbo|node_modules)/|^libs/[^/]+/generated/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
