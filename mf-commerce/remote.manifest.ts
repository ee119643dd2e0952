import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';

export const manifest: RemoteManifestSource = {
  name: 'commerce',
  label: 'Purchases',
  contract: '^2.5.0',
  views: [
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
    {
      id: 'api-settings',
      label: 'API Settings',
      icon: 'key',
      title: 'API Settings',
      subtitle: 'Give apps access to published content',
      action: { label: 'Generate Key' },
      roles: ['admin'],
      order: 100,
      placement: 'user-menu',
    },
  ],
  // The payment provider redirects learners to these pages. They have no console session.
  pages: [
    { path: '/complete', public: true },
    { path: '/cancel', public: true },
  ],
};
