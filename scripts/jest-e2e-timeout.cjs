// A story starts the whole product on any machine, in parallel with others, so its duration means nothing. Each wait
// for an element on a page has a shorter limit (e2e/src/browser.ts).
jest.setTimeout(300_000);
