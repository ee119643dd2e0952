const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { measureCosts } = require('./jest-costs.cjs');

const timerConfig = { idToRef: (id) => ({ id, ref() {}, unref() {} }), refToId: (timer) => timer?.id };

/** What Jest stores on the global object for one file under symbols of the registry. */
const statesOfJest = [
  'EVENT_HANDLERS',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
].map((name) => Symbol.for(name));

/**
 * Runs the test files of a Jest worker in Node's own context instead of one for each file, so that they share the
 * modules of node_modules and all compiled code (docs/decisions/tests-and-tools.md#shared-context-of-node-tests).
 * Restores the environment variables, the globals and the spies after each file, and measures its processor time.
 */
module.exports = class NodeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  globalsBefore = Object.getOwnPropertyDescriptors(globalThis);
  variablesBefore = { ...process.env };
  exitBefore = process.exit;

  constructor({ projectConfig: config }, context) {
    this.writeCosts = measureCosts(context?.testPath);
    const { global, moduleMocker } = this;
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = this.exitBefore;
    for (const name of Object.keys(process.env))
      if (!(name in this.variablesBefore)) delete process.env[name];
    Object.assign(process.env, this.variablesBefore);
    for (const key of Reflect.ownKeys(globalThis)) {
      const before = this.globalsBefore[key];
      if (before) {
        const { value, get, configurable } = Object.getOwnPropertyDescriptor(globalThis, key);
        if (configurable && (value !== before.value || get !== before.get))
          Object.defineProperty(globalThis, key, before);
      } else if (typeof key === 'symbol' && (!Symbol.keyFor(key) || statesOfJest.includes(key))) {
        // Other new keys belong to the shared modules.
        delete globalThis[key];
      }
    }
    this.writeCosts();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};
