import { sharedPackages } from '@khmer-learning/remote-build/shared-packages';
import { sharedModules } from './shared-modules.ts';

describe('the shell', () => {
  it('provides every package that remotes do not bundle', () => {
    expect(Object.keys(sharedModules).sort()).toEqual([...sharedPackages].sort());
    for (const module of Object.values(sharedModules)) expect(Object.keys(module).length).toBeGreaterThan(0);
  });
});
