import { isDashboardFigure } from '@khmer-learning/console-sdk';
import { isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import { localizePart, remoteManifestSourceSchema } from '@khmer-learning/console-sdk/manifest';
import { dashboardStatsGet } from '@khmer-learning/contracts';
import { manifest } from '../remote.manifest.ts';
import { remote } from './remote.ts';

const inEnglish = localizePart(manifest, 'en');

describe('the content remote', () => {
  it('has a valid manifest with the views, titles and actions that the console is known for', () => {
    const { views } = localizePart(remoteManifestSourceSchema.parse(manifest), 'en');
    expect(views.map(({ id, title, action }) => [id, title, action?.label])).toEqual(
      expect.arrayContaining([
        ['main_lessons', 'Main Lesson Management', 'New Main Lesson'],
        ['lessons', 'Lesson Management', 'New Lesson'],
        ['lesson_type', 'Lesson Type Management', 'New Lesson Type'],
        ['pronunciations', 'Pronunciations', undefined],
        ['calendar', 'Calendar', undefined],
        ['import-export', 'Import/Export', 'Import Data'],
      ]),
    );
    expect(views.every(({ roles }) => roles.join() === 'admin,teacher')).toBe(true);
  });

  it('brings a component for each view', async () => {
    for (const { id } of inEnglish.views) expect(typeof (await remote.views[id]?.())).toBe('function');
  });

  it('does not support a console with an older contract', () => {
    expect(isContractSupported(manifest.contract, '1.6.0')).toBe(false);
    expect(isContractSupported(manifest.contract)).toBe(true);
  });

  it('adds its figures to the dashboard, from fields of the statistics', () => {
    const figures = (inEnglish.extensions ?? []).filter(isDashboardFigure);
    expect(figures.map(({ label }) => label)).toEqual([
      'Total Main Lessons',
      'Premium Main Lessons',
      'Free Main Lessons',
      'Total Lessons',
    ]);
    for (const { value, growth } of figures)
      for (const field of growth === undefined ? [value] : [value, growth.value])
        expect(Object.keys(dashboardStatsGet.response.shape)).toContain(field);
  });
});
