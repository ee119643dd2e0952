import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';

export const manifest: RemoteManifestSource = {
  name: 'quizzes',
  label: 'Quizzes',
  contract: '^2.6.0',
  views: [
    {
      id: 'quizzes',
      label: 'Quizzes',
      icon: 'quiz',
      title: 'Quiz Management',
      action: { label: 'New Quiz' },
      roles: ['admin', 'teacher'],
      order: 50,
      placement: 'sidebar',
    },
    {
      id: 'analytics',
      label: 'Analytics',
      icon: 'chart',
      title: 'Analytics',
      action: { label: 'Generate Report' },
      roles: ['admin', 'teacher'],
      order: 80,
      placement: 'user-menu',
    },
  ],
  pages: [],
};
