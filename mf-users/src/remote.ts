import { defineRemote } from '@khmer-learning/console-sdk';

/** Each view is a chunk of its own, named for the budget in webpack.config.ts. */
export const remote = defineRemote({
  views: {
    activity: async () =>
      (await import(/* webpackChunkName: "activity-list" */ './audit-log/audit-log-list.tsx')).AuditLogList,
    learners: async () =>
      (await import(/* webpackChunkName: "learner-list" */ './learner/learner-list.tsx')).LearnerList,
    'my-account': async () =>
      (await import(/* webpackChunkName: "my-account" */ './my-account/my-account-view.tsx')).MyAccountView,
    'privacy-policy': async () =>
      (await import(/* webpackChunkName: "privacy-policy" */ './privacy-policy/privacy-policy-view.tsx'))
        .PrivacyPolicyView,
    webhooks: async () =>
      (await import(/* webpackChunkName: "webhooks" */ './webhooks/webhooks-view.tsx')).WebhooksView,
    users: async () => (await import(/* webpackChunkName: "user-list" */ './users/user-list.tsx')).UserList,
  },
  pages: {
    '/second-factor': async () =>
      (await import(/* webpackChunkName: "my-account" */ './second-factor/second-factor-cards.tsx'))
        .SecondFactorCards,
  },
});
