import type { Compilation, Dependency, Module } from 'webpack';

/** The type of federation's modules for packages that the host provides. */
const consumeSharedType = 'consume-shared-module';

/** The name of a package that only the host has; undefined for any other module, also one with a copy in this build. */
function sharedNameOf(module: Module | null): string | undefined {
  if (module?.type !== consumeSharedType || !('options' in module)) return undefined;
  const { options } = module;
  if (typeof options !== 'object' || options === null || !('shareKey' in options)) return undefined;
  const hasOwnCopy = 'import' in options && options.import !== undefined;
  return hasOwnCopy || typeof options.shareKey !== 'string' ? undefined : options.shareKey;
}

/** The export that an ES import or re-export refers to; undefined for the whole module. */
function importedName(dependency: Dependency, { moduleGraph }: Compilation): string | undefined {
  if (!('getIds' in dependency) || typeof dependency.getIds !== 'function') return undefined;
  const [name]: unknown[] = dependency.getIds(moduleGraph);
  return typeof name === 'string' ? name : undefined;
}

/**
 * The exports of the host's packages that a build uses, by package, sorted. Imports of code that is not in any chunk, or
 * that a production build removes, do not count. Names that only `require` or a namespace object reads are not known.
 */
export function usedSharedExports(compilation: Compilation): Record<string, string[]> {
  const used = new Map<string, Set<string>>();
  for (const module of compilation.modules) {
    const runtimes = [...compilation.chunkGraph.getModuleRuntimes(module)];
    for (const dependency of module.dependencies) {
      const connection = compilation.moduleGraph.getConnection(dependency);
      const shared = sharedNameOf(connection?.module ?? null);
      const isActive = runtimes.some((runtime) => connection?.isTargetActive(runtime));
      if (shared === undefined || !isActive) continue;
      const name = importedName(dependency, compilation);
      if (name !== undefined) used.set(shared, (used.get(shared) ?? new Set()).add(name));
    }
  }
  const packages = [...used].toSorted(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(packages.map(([name, names]) => [name, [...names].toSorted()]));
}
