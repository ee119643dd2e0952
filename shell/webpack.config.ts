import { defineHostConfig } from '@khmer-learning/remote-build';

export default defineHostConfig({
  budgets: [{ name: 'sign-in screen', chunks: ['main', 'toast'], maxKilobytes: 170 }],
});
