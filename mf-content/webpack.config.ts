import { defineRemoteConfig } from '@khmer-learning/remote-build';
import { manifest } from './remote.manifest.ts';

/**
 * Budget for the first view that is opened: the remote's entry, the exposed module and the view's list chunk. 9 KB of it are the
 * English texts of all views and forms, the fallback for other languages.
 */
const firstViewBudget = (list: string) => ({
  name: `first view, ${list}`,
  chunks: ['mf_content', 'remote', list],
  maxKilobytes: 68,
});

export default defineRemoteConfig({
  manifest,
  budgets: [
    firstViewBudget('main-lesson-list'),
    firstViewBudget('lesson-list'),
    firstViewBudget('lesson-type-list'),
    firstViewBudget('pronunciation-list'),
    firstViewBudget('calendar-view'),
    firstViewBudget('transfer-view'),
  ],
});
