import { gzipSync } from 'node:zlib';
import webpack, { type Compilation, type Compiler, type WebpackPluginInstance } from 'webpack';

/** The most JavaScript, in kilobytes (1,000 bytes) of gzip, that some entries and chunks may weigh together. */
export interface BundleBudget {
  /** What the person sees once these are loaded: `sign-in screen`. */
  readonly name: string;
  /** Names of entries or of named dynamic imports (`webpackChunkName`), counted with what they pull in. */
  readonly chunks: readonly string[];
  readonly maxKilobytes: number;
}

function filesOf(compilation: Compilation, budget: BundleBudget): string[] {
  const files = budget.chunks.flatMap((name) => {
    const group = compilation.namedChunkGroups.get(name);
    if (group === undefined)
      throw new Error(`The budget "${budget.name}" counts "${name}", which does not exist`);
    return group.getFiles();
  });
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
}

function gzipKilobytes(compilation: Compilation, file: string): number {
  const source = compilation.getAsset(file)?.source.buffer() ?? Buffer.alloc(0);
  return gzipSync(source, { level: 9 }).length / 1000;
}

/** Fails the build when a budget is exceeded, naming the files and their weight; otherwise prints the figure. */
export class BundleBudgetPlugin implements WebpackPluginInstance {
  private readonly budgets: readonly BundleBudget[];

  constructor(budgets: readonly BundleBudget[]) {
    this.budgets = budgets;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('BundleBudgetPlugin', (compilation) => {
      // After minification and before the .gz and .br copies are made.
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
