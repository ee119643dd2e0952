/** Imports a file as its text, as the bundles of Node apps do (node-bundle.mjs). */
module.exports = { process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }) };
