import { defineRemoteConfig } from '@khmer-learning/remote-build';
import { manifest } from './remote.manifest.ts';

export default defineRemoteConfig({
  manifest,
  budgets: [
    // What loads before a dialog is opened: the remote's entry, the exposed module and the list.
    { name: 'first view', chunks: ['mf_commerce', 'remote', 'purchase-list'], maxKilobytes: 61 },
    { name: 'payment page', chunks: ['mf_commerce', 'remote', 'complete-page'], maxKilobytes: 57 },
  ],
});
