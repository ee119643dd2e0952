import { defineRemote } from '@khmer-learning/console-sdk';

/** The view is a chunk of its own, named for the budget in webpack.config.ts. */
export const remote = defineRemote({
  views: {
    users: async () => (await import(/* webpackChunkName: "user-list" */ './users/user-list.tsx')).UserList,
  },
});
