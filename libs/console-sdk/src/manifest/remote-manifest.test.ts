import { remoteManifestSchema } from './remote-manifest.ts';

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

  it.each([
    ['an icon the shell does not have', { views: [{ ...view, icon: 'rocket' }] }],
    ['a role that has no console session', { views: [{ ...view, roles: ['student'] }] }],
    ['a view for nobody', { views: [{ ...view, roles: [] }] }],
    ['a view somewhere else', { views: [{ ...view, placement: 'footer' }] }],
    ['a page on another host', { pages: [{ path: '//evil.example', public: true }] }],
    ['a name that is no name', { name: '../content' }],
    ['a flag with a name that is no name', { flags: { 'New Editor': { default: true } } }],
    ['a flag without a default', { flags: { 'new-editor': {} } }],
    ['a field that the contract does not have', { theme: 'dark' }],
    ['a field of a view that the contract does not have', { views: [{ ...view, badge: 3 }] }],
  ])('is refused with %s', (_what, change) => {
    expect(remoteManifestSchema.safeParse({ ...manifest, ...change }).success).toBe(false);
  });
});
