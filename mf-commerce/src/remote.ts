import { defineRemote } from '@khmer-learning/console-sdk';

/** Every view and page is a chunk of its own, named for the budgets in webpack.config.ts. */
export const remote = defineRemote({
  views: {
    purchase_history: async () =>
      (await import(/* webpackChunkName: "purchase-list" */ './purchases/purchase-list.tsx')).PurchaseList,
    'api-settings': async () =>
      (await import(/* webpackChunkName: "api-settings" */ './api-settings/api-settings.tsx')).ApiSettings,
  },
  extensions: {
    'row-action': {
      'grant-access': async () =>
        (await import(/* webpackChunkName: "grant-access" */ './purchases/grant-access-dialog.tsx'))
          .GrantAccessDialog,
    },
  },
  pages: {
    '/complete': async () =>
      (await import(/* webpackChunkName: "complete-page" */ './return-pages/complete-page.tsx')).CompletePage,
    '/cancel': async () =>
      (await import(/* webpackChunkName: "cancel-page" */ './return-pages/cancel-page.tsx')).CancelPage,
  },
  extensions: {
    'form-panel': {
      'learner-purchases': async () =>
        (await import(/* webpackChunkName: "learner-purchases" */ './purchases/learner-purchases.tsx'))
          .LearnerPurchases,
    },
  },
});
