// A story starts the whole product, beside others and on any machine: how long it takes says nothing. Each wait for
// something on a page has a shorter limit of its own (e2e/src/browser.ts).
jest.setTimeout(300_000);
