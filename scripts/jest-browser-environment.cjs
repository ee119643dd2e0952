const { TestEnvironment } = require('jest-environment-jsdom');
const { measureCosts } = require('./jest-costs.cjs');

/** jsdom, with the processor time of each test file measured. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    const finish = measureCosts(context.testPath);
    super(config, context);
    this.writeCosts = finish;
  }

  async teardown() {
    await super.teardown();
    this.writeCosts();
  }
};
