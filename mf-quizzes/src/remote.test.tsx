import { isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import { remoteManifestSourceSchema } from '@khmer-learning/console-sdk/manifest';
import { manifest } from '../remote.manifest.ts';
import { remote } from './remote.ts';

describe('the quizzes remote', () => {
  it('has a valid manifest with the views, titles and actions of the console', () => {
    const { views } = remoteManifestSourceSchema.parse(manifest);
    expect(views).toMatchObject([
      {
        id: 'quizzes',
        title: 'Quiz Management',
        action: { label: 'New Quiz' },
        roles: ['admin', 'teacher'],
        placement: 'sidebar',
      },
      {
        id: 'analytics',
        title: 'Analytics',
        action: { label: 'Generate Report' },
        roles: ['admin', 'teacher'],
        placement: 'user-menu',
      },
    ]);
  });

  it('provides a component for each view', async () => {
    for (const { id } of manifest.views) expect(typeof (await remote.views[id]?.())).toBe('function');
  });

  it('requires a console with a compatible contract version', () => {
    expect(isContractSupported(manifest.contract, '1.6.0')).toBe(false);
    expect(isContractSupported(manifest.contract)).toBe(true);
  });
});
