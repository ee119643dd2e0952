import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';

export const manifest: RemoteManifestSource = {
  name: 'commerce',
  label: 'Purchases',
  contract: '^3.1.0',
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
      menuGroup: 'administration',
    },
  ],
  // The payment provider redirects learners to these pages. They have no console session.
  pages: [
    { path: '/complete', public: true },
    { path: '/cancel', public: true },
  ],
  extensions: [
    {
      point: 'dashboard-figure',
      id: 'purchases',
      order: 80,
      roles: ['admin'],
      label: 'Total Purchases Complete',
      icon: 'dollar',
      value: 'totalPurchaseHistoryComplete',
      format: 'usd',
      growth: { value: 'purchasesGrowth', decimals: 2 },
    },
    {
      point: 'activity-words',
      id: 'api-key',
      order: 60,
      entity: 'api-key',
      label: 'API key',
      actions: {
        'key-created': 'API key created',
        'key-changed': 'API key changed',
        'key-revoked': 'API key revoked',
      },
    },
    { point: 'activity-words', id: 'purchase', order: 70, entity: 'purchase', label: 'Purchase' },
  ],
};
