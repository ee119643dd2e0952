import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';

export const manifest: RemoteManifestSource = {
  name: 'commerce',
  label: 'Purchases',
  contract: '^2.0.0',
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
      subtitle: 'Let apps read what is published',
      action: { label: 'Generate Key' },
      roles: ['admin'],
      order: 100,
      placement: 'user-menu',
    },
  ],
  // Where the payment provider sends people back to. They are learners: nobody is signed in here.
  pages: [
    { path: '/complete', public: true },
    { path: '/cancel', public: true },
  ],
};
