const { createRequire, isBuiltin } = require('node:module');
const { isAbsolute, sep } = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const { compileFunction } = vm;
/** By file name: the source and the function compiled from it. */
const compiledFiles = new Map();

// Jest compiles each module of each test file anew. In Node's own context (jest-node-environment.cjs), the function of
// a file is the same for all, and called again for each.
vm.compileFunction = (source, parameters, { parsingContext, ...options } = {}) => {
  if (parsingContext !== globalThis)
    return compileFunction(source, parameters, { parsingContext, ...options });
  const known = compiledFiles.get(options.filename);
  if (known?.source === source) return known.compiled;
  const compiled = compileFunction(source, parameters, options);
  compiledFiles.set(options.filename, { source, compiled });
  return compiled;
};

function isPackageName(moduleName) {
  return !moduleName.startsWith('.') && !isAbsolute(moduleName) && !isBuiltin(moduleName);
}

/**
 * Loads modules of node_modules as Node does, once for all test files of a worker. Those of this repository are run
 * for each file, so that none sees another's state, and can be mocked.
 */
module.exports = class NodeRuntime extends Runtime {
  requireModule(from, moduleName, options, isRequireActual) {
    if (moduleName && !options?.isInternalModule && isPackageName(moduleName)) {
      const require = createRequire(from);
      const file = require.resolve(moduleName);
      if (file.includes(`${sep}node_modules${sep}`)) return require(file);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
};
