import { isDashboardFigure } from '@khmer-learning/console-sdk';
import { isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import {
  isComponentPoint,
  localizePart,
  remoteManifestSourceSchema,
} from '@khmer-learning/console-sdk/manifest';
import { extensionSource } from '@khmer-learning/console-sdk/testing';
import { dashboardStatsGet } from '@khmer-learning/contracts';
import { manifest } from '../remote.manifest.ts';
import { remote } from './remote.ts';

const inEnglish = localizePart(manifest, 'en');

describe('the quizzes remote', () => {
  it('has a valid manifest with the views, titles and actions that the console is known for', () => {
    const { views } = localizePart(remoteManifestSourceSchema.parse(manifest), 'en');
    expect(views).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: 'quizzes',
          title: 'Quiz Management',
          action: { label: 'New Quiz' },
          roles: ['admin', 'teacher'],
          placement: 'sidebar',
        }),
        expect.objectContaining({
          id: 'analytics',
          title: 'Analytics',
          action: { label: 'Generate Report' },
          roles: ['admin', 'teacher'],
          placement: 'user-menu',
        }),
      ]),
    );
  });

  it('provides a component for each view', async () => {
    for (const { id } of inEnglish.views) expect(typeof (await remote.views[id]?.())).toBe('function');
  });

  it('requires a console with a compatible contract version', () => {
    expect(isContractSupported(manifest.contract, '1.6.0')).toBe(false);
    expect(isContractSupported(manifest.contract)).toBe(true);
  });

  it('adds its figures to the dashboard, from fields of the statistics', () => {
    const figures = (inEnglish.extensions ?? []).filter(isDashboardFigure);
    expect(figures.map(({ label }) => label)).toEqual(['Total Quizzes']);
    for (const { value, growth } of figures)
      for (const field of growth === undefined ? [value] : [value, growth.value])
        expect(Object.keys(dashboardStatsGet.response.shape)).toContain(field);
  });

  it('provides a component for each of its extensions that has one', async () => {
    const source = extensionSource(manifest, remote);
    const withComponent = source.extensions.flatMap(({ extension: { point, id } }) =>
      isComponentPoint(point) ? [{ point, id }] : [],
    );
    expect(withComponent).toHaveLength(3);
    for (const extension of withComponent)
      expect(typeof (await source.load({ remote: manifest.name, extension }))).toBe('function');
  });
});
