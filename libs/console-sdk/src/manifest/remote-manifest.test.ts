import { localize, localizePart, remoteManifestSchema } from './remote-manifest.ts';

const view = {
  id: 'lesson_type',
  label: 'Lesson Types',
  icon: 'tag',
  title: 'Lesson Type Management',
  action: { label: 'New Lesson Type' },
  roles: ['admin', 'teacher'],
  order: 40,
  placement: 'sidebar',
};
const manifest = {
  name: 'content',
  label: 'Content',
  version: '1.2.0',
  build: 'a1b2',
  contract: '^3.0.0',
  views: [view],
  pages: [{ path: '/complete', public: true }],
};

describe('a remote manifest', () => {
  it('describes views and pages as data', () => {
    expect(remoteManifestSchema.parse(manifest)).toEqual(manifest);
  });

  it('has texts in English alone or in both languages', () => {
    const translated = { ...view, label: { en: 'Lesson Types', km: 'ប្រភេទមេរៀន' }, title: { en: 'Types' } };
    const parsed = remoteManifestSchema.parse({ ...manifest, views: [translated, view] });
    expect(localizePart(parsed.views, 'km')).toMatchObject([
      { label: 'ប្រភេទមេរៀន', title: 'Types' },
      { label: 'Lesson Types', title: 'Lesson Type Management', action: { label: 'New Lesson Type' } },
    ]);
    expect(localizePart(parsed, 'en')).toEqual({
      ...manifest,
      views: [{ ...view, title: 'Types' }, view],
    });
    expect(localize({ en: 'Types', km: 'ប្រភេទ' }, 'km')).toBe('ប្រភេទ');
  });

  it('has the numbers of Khmer texts in the numerals of the page, but not those of names', () => {
    const khmer = (value: number) =>
      String(value).replace(/\d/g, (digit) => '០១២៣៤៥៦៧៨៩'[Number(digit)] ?? '');
    const text = { en: '{count} of 30 days', km: '{count} ក្នុង 30ថ្ងៃ (PUT /api/v1/items, H2O)' };
    expect(localizePart({ text }, 'km', khmer)).toEqual({
      text: '{count} ក្នុង ៣០ថ្ងៃ (PUT /api/v1/items, H2O)',
    });
    expect(localize(text, 'en', khmer)).toBe('{count} of 30 days');
    expect(localize(text, 'km')).toBe(text.km);
  });

  it.each([
    ['an icon the shell does not have', { views: [{ ...view, icon: 'rocket' }] }],
    ['a role that has no console session', { views: [{ ...view, roles: ['student'] }] }],
    ['a view for nobody', { views: [{ ...view, roles: [] }] }],
    ['a view somewhere else', { views: [{ ...view, placement: 'footer' }] }],
    ['a page on another host', { pages: [{ path: '//evil.example', public: true }] }],
    ['a name that is no name', { name: '../content' }],
    ['a flag with a name that is no name', { flags: { 'New Editor': { default: true } } }],
    [
      'a flag with a long description',
      { flags: { one: { default: true, description: { en: 'x'.repeat(201) } } } },
    ],
    ['a text without English', { label: { km: 'ខ្លឹមសារ' } }],
    ['a flag without a default', { flags: { 'new-editor': {} } }],
    ['a field that the contract does not have', { theme: 'dark' }],
    ['a field of a view that the contract does not have', { views: [{ ...view, badge: 3 }] }],
  ])('is refused with %s', (_what, change) => {
    expect(remoteManifestSchema.safeParse({ ...manifest, ...change }).success).toBe(false);
  });
});
