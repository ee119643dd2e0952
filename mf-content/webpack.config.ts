import { defineRemoteConfig } from '@khmer-learning/remote-build';
import { manifest } from './remote.manifest.ts';

/** What the first view costs, whichever it is: the remote's entry, the exposed module and the view's list. */
const firstView = (list: string) => ({
  name: `first view, ${list}`,
  chunks: ['mf_content', 'remote', list],
  maxKilobytes: 60,
});

export default defineRemoteConfig({
  manifest,
  budgets: [
    firstView('main-lesson-list'),
    firstView('lesson-list'),
    firstView('lesson-type-list'),
    firstView('transfer-view'),
  ],
});
