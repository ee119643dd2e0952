import { isDashboardFigure } from '@khmer-learning/console-sdk';
import { isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import { localizePart, remoteManifestSourceSchema } from '@khmer-learning/console-sdk/manifest';
import { dashboardStatsGet } from '@khmer-learning/contracts';
import { manifest } from '../remote.manifest.ts';
import { remote } from './remote.ts';

const inEnglish = localizePart(manifest, 'en');

describe('the commerce remote', () => {
  it('has a valid manifest with the views and titles of the console, for admins alone', () => {
    const { views } = localizePart(remoteManifestSourceSchema.parse(manifest), 'en');
    expect(views).toEqual([
      {
        id: 'purchase_history',
        label: 'Purchase History',
        icon: 'receipt',
        title: 'Purchase History Management',
        subtitle: 'Manage purchase history',
        roles: ['admin'],
        order: 70,
        placement: 'sidebar',
      },
      expect.objectContaining({
        id: 'api-settings',
        action: { label: 'Generate Key' },
        roles: ['admin'],
        placement: 'user-menu',
      }),
    ]);
  });

  it('has public return pages for the payment provider', () => {
    expect(manifest.pages).toEqual([
      { path: '/complete', public: true },
      { path: '/cancel', public: true },
    ]);
  });

  it('provides a component for each view and page', async () => {
    for (const { id } of inEnglish.views) expect(typeof (await remote.views[id]?.())).toBe('function');
    for (const { path } of manifest.pages) expect(typeof (await remote.pages[path]?.())).toBe('function');
  });

  it('requires a console with a compatible contract version', () => {
    expect(isContractSupported(manifest.contract, '1.6.0')).toBe(false);
    expect(isContractSupported(manifest.contract)).toBe(true);
  });

  it('adds its figures to the dashboard, from fields of the statistics', () => {
    const figures = (inEnglish.extensions ?? []).filter(isDashboardFigure);
    expect(figures.map(({ label }) => label)).toEqual(['Total Purchases Complete']);
    for (const { value, growth } of figures)
      for (const field of growth === undefined ? [value] : [value, growth.value])
        expect(Object.keys(dashboardStatsGet.response.shape)).toContain(field);
  });
});
