import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';

export const manifest: RemoteManifestSource = {
  name: 'users',
  label: 'Users',
  contract: '^2.2.0',
  views: [
    {
      id: 'users',
      label: 'Users',
      icon: 'users',
      title: 'Users Management',
      action: { label: 'New Users' },
      roles: ['admin'],
      order: 60,
      placement: 'sidebar',
    },
    {
      id: 'activity',
      label: 'Activity',
      icon: 'file',
      title: 'Activity',
      subtitle: 'Who did what, when and from where',
      roles: ['admin'],
      order: 95,
      placement: 'user-menu',
    },
    {
      id: 'privacy-policy',
      label: 'Privacy Policy',
      icon: 'file',
      title: 'Privacy Policy',
      subtitle: 'What learners read about their data',
      roles: ['admin'],
      order: 97,
      placement: 'user-menu',
    },
  ],
  pages: [],
};
