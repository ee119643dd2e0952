import type { RemoteManifestSource, ViewManifest } from '@khmer-learning/console-sdk/manifest';

const everyView = { roles: ['admin', 'teacher'], placement: 'sidebar' } satisfies Partial<ViewManifest>;

export const manifest: RemoteManifestSource = {
  name: 'content',
  label: 'Content',
  contract: '^2.6.0',
  views: [
    {
      ...everyView,
      id: 'main_lessons',
      label: 'Main Lessons',
      icon: 'layers',
      title: 'Main Lesson Management',
      action: { label: 'New Main Lesson' },
      order: 20,
    },
    {
      ...everyView,
      id: 'lessons',
      label: 'Lessons',
      icon: 'book',
      title: 'Lesson Management',
      action: { label: 'New Lesson' },
      order: 30,
    },
    {
      ...everyView,
      id: 'lesson_type',
      label: 'Lesson Types',
      icon: 'tag',
      title: 'Lesson Type Management',
      action: { label: 'New Lesson Type' },
      order: 40,
    },
    {
      ...everyView,
      id: 'import-export',
      label: 'Import/Export',
      icon: 'transfer',
      title: 'Import/Export',
      action: { label: 'Import Data' },
      order: 90,
      placement: 'user-menu',
    },
  ],
  pages: [],
};
