import { gzipSync } from 'node:zlib';
import webpack, { type Compilation, type Compiler, type WebpackPluginInstance } from 'webpack';

/** A limit for the JavaScript of some entries and chunks together, in kilobytes (1,000 bytes) of gzip. */
export interface BundleBudget {
  /** The name of what these files load: `sign-in screen`. */
  readonly name: string;
  /** Names of entries or of named dynamic imports (`webpackChunkName`), counted with their dependencies. */
  readonly chunks: readonly string[];
  readonly maxKilobytes: number;
}

function filesOf(compilation: Compilation, budget: BundleBudget): string[] {
  const files = budget.chunks.flatMap((name) => {
    const group = compilation.namedChunkGroups.get(name);
    if (group === undefined)
      throw new Error(`The budget "${budget.name}" refers to the chunk "${name}", which does not exist`);
    return group.getFiles();
  });
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
}

function gzipKilobytes(compilation: Compilation, file: string): number {
  const source = compilation.getAsset(file)?.source.buffer() ?? Buffer.alloc(0);
  return gzipSync(source, { level: 9 }).length / 1000;
}

/** Fails the build when a budget is exceeded, and lists the files and their sizes. Otherwise logs the total size. */
export class BundleBudgetPlugin implements WebpackPluginInstance {
  private readonly budgets: readonly BundleBudget[];

  constructor(budgets: readonly BundleBudget[]) {
    this.budgets = budgets;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('BundleBudgetPlugin', (compilation) => {
      // After minification, before the .gz and .br files are created.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'BundleBudgetPlugin', stage }, () => {
        for (const budget of this.budgets) this.check(compilation, budget);
      });
    });
  }

  private check(compilation: Compilation, budget: BundleBudget): void {
    const weights = filesOf(compilation, budget).map((file) => ({
      file,
      weight: gzipKilobytes(compilation, file),
    }));
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    const figure = `${budget.name}: ${total.toFixed(1)} KB of gzip, budget ${budget.maxKilobytes} KB`;
    if (total <= budget.maxKilobytes) {
      compilation.getLogger('budget').info(figure);
      return;
    }
    const list = weights.map(({ file, weight }) => `  ${weight.toFixed(1)} KB  ${file}`).join('\n');
    compilation.errors.push(new webpack.WebpackError(`Over budget. ${figure}\n${list}`));
  }
}
