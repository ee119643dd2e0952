import type { RemoteManifest } from '@khmer-learning/console-sdk';

const allRoles: RemoteManifest['views'][number]['roles'] = ['admin', 'teacher'];

/** The manifest of a remote, with views for all roles and for admins only. */
export const contentManifest: RemoteManifest = {
  name: 'content',
  label: 'Content',
  version: '0.1.0',
  build: 'b1',
  contract: '^2.0.0',
  pages: [{ path: '/complete', public: true }],
  views: [
    {
      id: 'users',
      label: 'Users',
      icon: 'users',
      title: 'Users Management',
      action: { label: 'New Users' },
      roles: ['admin'],
      order: 50,
      placement: 'sidebar',
    },
    {
      id: 'lessons',
      label: 'Lessons',
      icon: 'book',
      title: 'Lesson Management',
      action: { label: 'New Lesson' },
      roles: allRoles,
      order: 20,
      placement: 'sidebar',
    },
    {
      id: 'main_lessons',
      label: 'Main Lessons',
      icon: 'library',
      title: 'Main Lesson Management',
      roles: allRoles,
      order: 10,
      placement: 'sidebar',
    },
    {
      id: 'api-settings',
      label: 'API Settings',
      icon: 'key',
      title: 'API Settings',
      roles: ['admin'],
      order: 70,
      placement: 'user-menu',
    },
  ],
};

/** A remote as the gateway lists it. */
export const contentRemote = {
  name: 'content',
  entry: '/remotes/content/mf-manifest.json',
  manifest: contentManifest,
};
