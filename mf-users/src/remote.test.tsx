import { isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import { remoteManifestSourceSchema } from '@khmer-learning/console-sdk/manifest';
import { manifest } from '../remote.manifest.ts';
import { remote } from './remote.ts';

describe('the users remote', () => {
  it('has a valid manifest with the view, title and action of the console, for admins alone', () => {
    const { views } = remoteManifestSourceSchema.parse(manifest);
    expect(views).toEqual([
      expect.objectContaining({
        id: 'users',
        title: 'Users Management',
        action: { label: 'New Users' },
        roles: ['admin'],
        order: 60,
        placement: 'sidebar',
      }),
      expect.objectContaining({
        id: 'activity',
        title: 'Activity',
        roles: ['admin'],
        placement: 'user-menu',
      }),
      expect.objectContaining({
        id: 'privacy-policy',
        title: 'Privacy Policy',
        roles: ['admin'],
        placement: 'user-menu',
      }),
    ]);
  });

  it('brings a component for the view', async () => {
    expect(typeof (await remote.views.users?.())).toBe('function');
  });

  it('requires a console with a compatible contract version', () => {
    expect(isContractSupported(manifest.contract, '1.6.0')).toBe(false);
    expect(isContractSupported(manifest.contract)).toBe(true);
  });
});
