// Set-up for each test of browser code.
const React = require('react');
const { configure } = require('@testing-library/react');

// On a busy machine, a condition can take longer than the library's default of one second. A condition that never
// becomes true still fails.
configure({ asyncUtilTimeout: 40_000 });

// React's development build captures the stack of up to 10,000 elements a second for warnings that are not used here.
// This takes a fifth of a test's time. Reporting an infinite count makes React skip the capture.
const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});

// jsdom has no media queries: none matches, unless a test replaces this. Tests in the Node environment have no window.
if (typeof window !== 'undefined')
  window.matchMedia ??= (media) => Object.assign(new EventTarget(), { matches: false, media });
