// Who may import whom. Services, remotes, shell and gateway meet only through contracts and the libs.

const apps = '^(shell|mf-[^/]+|gateway|services/[^/]+)/';
const serverLibs = '^libs/(service-kit|test-kit|local-stack)/';
const tests = '\\.(test|fixture)\\.tsx?$|/test-kit/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'apps-stand-alone',
      comment: 'A service, a remote, the shell and the gateway import no other app',
      severity: 'error',
      from: { path: apps },
      to: { path: apps, pathNot: '^$1/' },
    },
    {
      name: 'nothing-imports-an-app',
      comment: 'Libs, end-to-end tests and benchmarks reach apps over HTTP',
      severity: 'error',
      from: { pathNot: `${apps}|^scripts/` },
      to: { path: apps },
    },
    {
      name: 'browser-without-server-code',
      comment: 'Service kit, test kit and local stack need Node',
      severity: 'error',
      from: { path: '^(shell|mf-[^/]+|libs/(ui-kit|console-sdk|contracts|khmer-text))/' },
      to: { path: serverLibs },
    },
    {
      name: 'server-without-browser-code',
      comment: 'React stays in the browser',
      severity: 'error',
      from: { path: '^(gateway|services/[^/]+|libs/(service-kit|test-kit|local-stack))/' },
      to: { path: '^libs/(ui-kit|console-sdk|remote-build)/' },
    },
    {
      name: 'models-are-private',
      comment:
        "A mongoose model is imported by its own folder, and by the files that put a service's parts together",
      severity: 'error',
      from: { path: '^(.+)/[^/]+$', pathNot: '^services/[^/]+/src/[^/]+$' },
      to: { path: '\\.model\\.ts$', pathNot: '^$1/[^/]+$' },
    },
    {
      name: 'test-kit-in-tests-only',
      comment: 'What is shipped starts no test servers',
      severity: 'error',
      from: { path: '^(services|gateway|libs|shell|mf-[^/]+)/', pathNot: `${tests}|\\.test-kit\\.ts$` },
      to: { path: '^libs/test-kit/' },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other cannot be understood or tested alone',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that leads nowhere escapes every rule above; images install their own packages',
      severity: 'error',
      from: { pathNot: '^deploy/stand-ins/files/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    babelConfig: { fileName: 'scripts/imports-only.cjs' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|\\.cache|\\.turbo|node_modules)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
