import { isDashboardFigure } from '@khmer-learning/console-sdk';
import { isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import { localizePart, remoteManifestSourceSchema } from '@khmer-learning/console-sdk/manifest';
import { dashboardStatsGet } from '@khmer-learning/contracts';
import { manifest } from '../remote.manifest.ts';
import { remote } from './remote.ts';

const inEnglish = localizePart(manifest, 'en');

describe('the users remote', () => {
  it('has a valid manifest with the view, title and action of the console, for admins alone but for the own account', () => {
    const { views } = localizePart(remoteManifestSourceSchema.parse(manifest), 'en');
    expect(views).toEqual([
      expect.objectContaining({
        id: 'users',
        title: 'Users Management',
        action: { label: 'New Users' },
        roles: ['admin'],
        order: 60,
        placement: 'sidebar',
      }),
      expect.objectContaining({ id: 'learners', roles: ['teacher'], placement: 'sidebar' }),
      expect.objectContaining({
        id: 'my-account',
        title: 'My account',
        roles: ['admin', 'teacher'],
        placement: 'user-menu',
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
      expect.objectContaining({
        id: 'webhooks',
        title: 'Webhooks',
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

  it('adds its figures to the dashboard, from fields of the statistics', () => {
    const figures = (inEnglish.extensions ?? []).filter(isDashboardFigure);
    expect(figures.map(({ label }) => label)).toEqual(['Total Users', 'Total Active Users']);
    for (const { value, growth } of figures)
      for (const field of growth === undefined ? [value] : [value, growth.value])
        expect(Object.keys(dashboardStatsGet.response.shape)).toContain(field);
  });
});
