import { defineRemoteConfig } from '@khmer-learning/remote-build';
import { manifest } from './remote.manifest.ts';

export default defineRemoteConfig({
  manifest,
  // What loads before a form is opened: the remote's entry, the exposed module and the list.
  budgets: [{ name: 'first view', chunks: ['mf_quizzes', 'remote', 'quiz-list'], maxKilobytes: 65 }],
});
