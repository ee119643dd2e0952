import * as audit from './audit/audit.ts';
import * as commerceInternal from './commerce/internal.endpoints.ts';
import * as purchases from './commerce/purchase.ts';
import * as contentReleases from './content/content-release.ts';
import * as learnerCourses from './content/learner-courses.ts';
import * as lessonEdits from './content/lesson-edits.ts';
import * as previewLinks from './content/preview-link.ts';
import * as pronunciations from './content/pronunciation.ts';
import * as words from './content/word.ts';
import type { Endpoint, ServiceName } from './core/endpoint.ts';
import * as remoteApi from './core/remote-api.ts';
import * as health from './health/console-health.ts';
import * as deadJobs from './health/dead-jobs.ts';
import * as remoteReleases from './health/remote-releases.ts';
import * as items from './items.ts';
import * as media from './media/media.ts';
import * as presence from './presence/presence.ts';
import * as learnerAnswers from './quizzes/learner-answers.ts';
import * as quizEdits from './quizzes/quiz-edits.ts';
import * as analytics from './stats/analytics.ts';
import * as dashboard from './stats/dashboard.ts';
import * as transfer from './transfer/import.ts';
import * as account from './users/account.endpoints.ts';
import * as apiKeys from './users/api-keys.endpoints.ts';
import * as auth from './users/auth.endpoints.ts';
import * as internal from './users/internal.endpoints.ts';
import * as learners from './users/learners.ts';
import * as listViews from './users/list-views.ts';
import * as notifications from './users/notifications.ts';
import * as passkeys from './users/passkeys.ts';
import * as privacyPolicy from './users/privacy-policy.ts';
import * as remoteSettings from './users/remote-settings.ts';
import * as schoolAccount from './users/school-account.ts';
import * as secondFactor from './users/second-factor.ts';
import * as secondFactorPolicy from './users/second-factor-policy.ts';
import * as users from './users/users.endpoints.ts';
import * as webhooks from './users/webhooks.ts';
import * as v1Content from './v1/content.ts';
import * as v1Docs from './v1/docs.ts';
import * as v1Me from './v1/me.ts';
import * as v1Packs from './v1/packs.ts';
import * as v1Progress from './v1/progress.ts';
import * as v1Reviews from './v1/reviews.ts';
import * as v1Search from './v1/search.ts';
import * as v1Stats from './v1/stats.ts';
import * as v1Subscriptions from './v1/subscriptions.ts';

function isEndpoint(value: object): value is Endpoint {
  return 'path' in value && 'response' in value && 'access' in value;
}

/** The endpoints in a module, or in an object of one, such as `lessons.versions`. */
function endpointsIn(group: object): Endpoint[] {
  return Object.values(group).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    if (isEndpoint(value)) return [value];
    return Object.getPrototypeOf(value) === Object.prototype ? endpointsIn(value) : [];
  });
}

const modules = [
  auth,
  account,
  passkeys,
  secondFactor,
  secondFactorPolicy,
  schoolAccount,
  users,
  apiKeys,
  webhooks,
  privacyPolicy,
  remoteSettings,
  listViews,
  learners,
  learnerCourses,
  learnerAnswers,
  notifications,
  internal,
  audit,
  items,
  contentReleases,
  lessonEdits,
  quizEdits,
  previewLinks,
  pronunciations,
  words,
  transfer,
  media,
  purchases,
  commerceInternal,
  analytics,
  dashboard,
  health,
  deadJobs,
  remoteReleases,
  remoteApi,
  presence,
  v1Content,
  v1Me,
  v1Packs,
  v1Progress,
  v1Reviews,
  v1Search,
  v1Stats,
  v1Subscriptions,
  v1Docs,
];

/** All endpoints. The gateway routes only these. */
export const endpoints: readonly Endpoint[] = modules.flatMap(endpointsIn);

/** The endpoints of one service. */
export function endpointsOf(service: ServiceName): readonly Endpoint[] {
  return endpoints.filter((candidate) => candidate.service === service);
}
