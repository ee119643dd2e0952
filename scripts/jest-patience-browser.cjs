// A busy machine needs longer than the library's one second to show what a test waits for; a condition that never
// comes true still fails.
const { configure } = require('@testing-library/react');

configure({ asyncUtilTimeout: 40_000 });
