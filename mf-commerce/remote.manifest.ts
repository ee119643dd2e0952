import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';

export const manifest: RemoteManifestSource = {
  name: 'commerce',
  label: { en: 'Purchases', km: 'ការទិញ' },
  contract: '^3.3.0',
  views: [
    {
      id: 'purchase_history',
      label: { en: 'Purchase History', km: 'ប្រវត្តិការទិញ' },
      icon: 'receipt',
      title: { en: 'Purchase History Management', km: 'គ្រប់គ្រងប្រវត្តិការទិញ' },
      subtitle: { en: 'Manage purchase history', km: 'គ្រប់គ្រងប្រវត្តិការទិញ' },
      roles: ['admin'],
      order: 70,
      placement: 'sidebar',
    },
    {
      id: 'api-settings',
      label: { en: 'API Settings', km: 'ការកំណត់ API' },
      icon: 'key',
      title: { en: 'API Settings', km: 'ការកំណត់ API' },
      subtitle: { en: 'Give apps access to published content', km: 'ផ្ដល់សិទ្ធិឱ្យកម្មវិធីប្រើខ្លឹមសារដែលបានផ្សាយ' },
      action: { label: { en: 'Generate Key', km: 'បង្កើតសោ' } },
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
      label: { en: 'Total Purchases Complete', km: 'ការទិញដែលបានបញ្ចប់សរុប' },
      icon: 'dollar',
      value: 'totalPurchaseHistoryComplete',
      format: 'usd',
      growth: { value: 'purchasesGrowth', decimals: 2 },
      link: { view: 'purchase_history', filters: { payment_status: 'Completed' } },
      curve: 'figuresByDay.totalPurchaseHistoryComplete',
    },
    {
      point: 'dashboard-attention',
      id: 'failed-payments',
      order: 40,
      roles: ['admin'],
      count: 'attention.failedPayments',
      text: {
        one: { en: '1 payment of the last 30 days failed', km: 'ការបង់ប្រាក់ 1 ក្នុងរយៈពេល 30 ថ្ងៃចុងក្រោយបានបរាជ័យ' },
        other: {
          en: '{count} payments of the last 30 days failed',
          km: 'ការបង់ប្រាក់ {count} ក្នុងរយៈពេល 30 ថ្ងៃចុងក្រោយបានបរាជ័យ',
        },
      },
      link: {
        view: 'purchase_history',
        filters: { payment_status: 'Failed', purchase_date: 'last-30-days' },
      },
    },
    {
      point: 'dashboard-attention',
      id: 'pending-refunds',
      order: 50,
      roles: ['admin'],
      count: 'attention.pendingRefunds',
      text: {
        one: {
          en: '1 refund is not confirmed by the payment provider',
          km: 'ការសងប្រាក់វិញ 1 មិនទាន់បានបញ្ជាក់ដោយអ្នកផ្ដល់សេវាបង់ប្រាក់',
        },
        other: {
          en: '{count} refunds are not confirmed by the payment provider',
          km: 'ការសងប្រាក់វិញ {count} មិនទាន់បានបញ្ជាក់ដោយអ្នកផ្ដល់សេវាបង់ប្រាក់',
        },
      },
      link: { view: 'purchase_history', filters: { payment_status: 'RefundPending' } },
    },
    {
      point: 'activity-words',
      id: 'api-key',
      order: 60,
      entity: 'api-key',
      label: { en: 'API key', km: 'សោ API' },
      actions: {
        'key-created': { en: 'API key created', km: 'បានបង្កើតសោ API' },
        'key-changed': { en: 'API key changed', km: 'បានប្ដូរសោ API' },
        'key-revoked': { en: 'API key revoked', km: 'បានដកហូតសោ API' },
      },
    },
    {
      point: 'activity-words',
      id: 'purchase',
      order: 70,
      entity: 'purchase',
      label: { en: 'Purchase', km: 'ការទិញ' },
    },
  ],
  searchSources: [
    {
      id: 'purchases',
      order: 60,
      roles: ['admin'],
      label: { en: 'Purchases', km: 'ការទិញ' },
      icon: 'receipt',
      path: '/api/purchase_history',
      items: 'data',
      title: '{userEmail}',
      detail: '{mainLessonTitle} · {paymentStatus}',
      view: 'purchase_history',
    },
  ],
};
