import type { DashboardFigure, Extension, RemoteManifest } from '@khmer-learning/console-sdk';

const allRoles: RemoteManifest['views'][number]['roles'] = ['admin', 'teacher'];

const figure = (
  change: Pick<DashboardFigure, 'id' | 'order' | 'label' | 'value'> & Partial<DashboardFigure>,
) => ({
  point: 'dashboard-figure' as const,
  icon: 'shapes' as const,
  format: 'count' as const,
  ...change,
});
const recent = { point: 'dashboard-recent', icon: 'book' } as const;
const withTwoDecimals = (value: string) => ({ value, decimals: 2 });

/** The cards of the dashboard, not in their order. */
const dashboardExtensions: readonly Extension[] = [
  figure({
    id: 'purchases',
    order: 80,
    label: 'Total Purchases Complete',
    value: 'totalPurchaseHistoryComplete',
    format: 'usd',
    growth: withTwoDecimals('purchasesGrowth'),
  }),
  figure({
    id: 'premium',
    order: 20,
    label: 'Premium Main Lessons',
    value: 'premiumMainLessons',
    detail: { format: 'usd', text: 'Average price: {value}', value: 'avgPrice' },
  }),
  figure({
    id: 'main-lessons',
    order: 10,
    label: 'Total Main Lessons',
    value: 'totalMainLessons',
    growth: { value: 'mainLessonsGrowth' },
  }),
  figure({
    id: 'free',
    order: 30,
    label: 'Free Main Lessons',
    value: 'freeMainLessons',
    detail: { format: 'percent', text: '{value} of total content', of: 'totalMainLessons' },
  }),
  figure({
    id: 'lessons',
    order: 40,
    label: 'Total Lessons',
    value: 'totalLessons',
    growth: { value: 'lessonsGrowth' },
    link: { view: 'lessons', filters: { status: 'draft' } },
    curve: 'figuresByDay.totalLessons',
  }),
  figure({
    id: 'quizzes',
    order: 50,
    label: 'Total Quizzes',
    value: 'totalQuizzes',
    growth: { value: 'quizzesGrowth' },
  }),
  figure({
    id: 'users',
    order: 60,
    label: 'Total Users',
    value: 'totalUsers',
    link: { view: 'users' },
    growth: withTwoDecimals('usersGrowth'),
  }),
  figure({
    id: 'active-users',
    order: 70,
    label: 'Total Active Users',
    value: 'totalActiveUsers',
    growth: withTwoDecimals('activeUsersGrowth'),
  }),
  {
    ...recent,
    id: 'main-lessons',
    order: 10,
    label: 'Main lesson',
    items: 'recent.mainLessons',
    limit: 3,
    view: 'main_lessons',
  },
  {
    ...recent,
    id: 'lessons',
    order: 20,
    label: 'Lesson',
    items: 'recent.lessons',
    limit: 3,
    view: 'lessons',
  },
  { ...recent, id: 'quizzes', order: 30, label: 'Quiz', items: 'recent.quizzes', limit: 2 },
  {
    point: 'dashboard-shares',
    id: 'lessons-by-type',
    order: 30,
    title: 'Content Distribution',
    items: 'lessonsByType',
    unit: { one: 'lesson', other: 'lessons' },
    empty: { title: 'No lessons created yet', hint: 'Create your first lesson to see distribution' },
  },
  {
    point: 'dashboard-days',
    id: 'learning',
    order: 40,
    title: 'Learning per Day',
    items: 'learningByDay',
    figures: [
      { value: 'activeLearners', name: 'Active learners' },
      { value: 'lessonsFinished', name: 'Finished lessons' },
      { value: 'answers', name: 'Answers' },
    ],
    empty: { title: 'No learner was active in the last 30 days' },
  },
  {
    point: 'dashboard-attention',
    id: 'old-lesson-drafts',
    order: 20,
    count: 'attention.oldLessonDrafts',
    text: { one: '1 lesson is an old draft', other: '{count} lessons are old drafts' },
    link: { view: 'lessons', filters: { status: 'draft' }, sort: 'updatedAt' },
  },
  { point: 'dashboard-drafts', id: 'lesson', order: 20, form: 'lesson', label: 'Lesson', view: 'lessons' },
  { point: 'dashboard-create', id: 'lesson', order: 10, view: 'lessons' },
];

/** The manifest of a remote, with views for all roles and for admins only. */
export const contentManifest: RemoteManifest = {
  name: 'content',
  label: 'Content',
  version: '0.1.0',
  build: 'b1',
  contract: '^3.0.0',
  pages: [{ path: '/complete', public: true }],
  extensions: [...dashboardExtensions],
  searchSources: [],
  commands: [],
  views: [
    {
      id: 'users',
      label: 'Users',
      icon: 'users',
      title: 'Users Management',
      action: { label: 'New Users' },
      roles: ['admin'],
      order: 50,
      placement: 'sidebar',
    },
    {
      id: 'lessons',
      label: 'Lessons',
      icon: 'book',
      title: 'Lesson Management',
      action: { label: 'New Lesson' },
      roles: allRoles,
      order: 20,
      placement: 'sidebar',
    },
    {
      id: 'main_lessons',
      label: 'Main Lessons',
      icon: 'library',
      title: 'Main Lesson Management',
      roles: allRoles,
      order: 10,
      placement: 'sidebar',
    },
    {
      id: 'api-settings',
      label: 'API Settings',
      icon: 'key',
      title: 'API Settings',
      roles: ['admin'],
      order: 70,
      placement: 'user-menu',
    },
  ],
};

export const contentRemote = {
  name: 'content',
  entry: '/remotes/content/mf-manifest.json',
  manifest: contentManifest,
};
