import { useLazyDialog } from '../versions/use-lazy-dialog.ts';

/** The dialog that publishes several items together; its code is loaded when it is opened. Its props are those of `PublishTogetherDialog`. */
export const usePublishTogether = () =>
  useLazyDialog(
    async () =>
      (await import(/* webpackChunkName: "publish-together" */ './publish-together-dialog.tsx'))
        .PublishTogetherDialog,
  );
