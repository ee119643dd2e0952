const NodeEnvironment = require('./jest-node-environment.cjs');

/**
 * Skips the rest of a file after a time-out. A browser that hangs lets every later step and hook wait for its own
 * time-out, which takes hours.
 */
module.exports = class StoryEnvironment extends NodeEnvironment {
  hasTimedOut = false;

  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure')
      this.hasTimedOut ||= String(event.error?.message ?? event.error).includes('Exceeded timeout');
    if (event.name === 'test_start' && this.hasTimedOut) event.test.mode = 'skip';
  }
};
