// What each test of the browser's code runs with.
const React = require('react');
const { configure } = require('@testing-library/react');

// A busy machine needs longer than the library's one second to show what a test waits for; a condition that never
// comes true still fails.
configure({ asyncUtilTimeout: 40_000 });

// React's development build keeps the stack of up to 10,000 elements a second, for warnings that nobody reads here.
// That is a fifth of a test's time. This count makes it believe that it has kept them.
const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});
