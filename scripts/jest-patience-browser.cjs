// A busy machine needs longer than the library's one second to show what a test waits for.
const { configure } = require('@testing-library/react');

configure({ asyncUtilTimeout: 8_000 });
