const NodeEnvironment = require('./jest-node-environment.cjs');

const maxShownCharacters = 2_000;

/**
 * Prints what the pages of e2e/src/browser.ts show when a test fails: on another machine, that is all there is to see.
 *
 * Skips the rest of a file after a time-out. A browser that hangs lets every later step and hook wait for its own
 * time-out, which takes hours.
 */
module.exports = class StoryEnvironment extends NodeEnvironment {
  hasTimedOut = false;

  async handleTestEvent(event) {
    if (event.name === 'test_fn_failure') await this.printPages();
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure')
      this.hasTimedOut ||= String(event.error?.message ?? event.error).includes('Exceeded timeout');
    if (event.name === 'test_start' && this.hasTimedOut) event.test.mode = 'skip';
  }

  async printPages() {
    for (const page of this.global.openedPages ?? []) {
      if (page.isClosed()) continue;
      const text = await page
        .locator('body')
        .innerText({ timeout: 5_000 })
        .catch((error) => `(${error})`);
      process.stderr.write(`${page.url()}\n${text.replace(/\s*\n\s*/g, ' | ').slice(-maxShownCharacters)}\n`);
    }
  }
};
