interface QuickStartParams {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

const web = ({ baseUrl, apiKey }: QuickStartParams) => `import { createClient } from '@khmer-learning/client';

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: '${apiKey}',
});

const { data, total } = await client.lessons.list({ level: 'Beginner', limit: 5 });
console.log(\`\${total} lessons for beginners\`);
for (const lesson of data) console.log(lesson.title);
`;

const mobile = ({
  baseUrl,
  apiKey,
}: QuickStartParams) => `import { createClient } from '@khmer-learning/client';

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: '${apiKey}',
});

async function showWords() {
  // Lessons of a paid main lesson are locked until the learner buys it.
  const { data } = await client.lessons.list();
  const open = data.find(({ locked }) => !locked);
  if (!open) return;
  const { title, sections } = await client.lessons.get({ id: open.id });
  console.log(title);
  for (const { english, phonemic, khmer } of sections.flatMap(({ items }) => items)) {
    console.log(english, phonemic, khmer);
  }
}

showWords().catch((error) => console.error(error.message));
`;

const backend = ({ baseUrl, apiKey }: QuickStartParams) => `// KHMER_API_KEY=${apiKey} node quiz.mjs
import { createClient, paginate } from '@khmer-learning/client';

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.KHMER_API_KEY,
});

// Lessons of a paid main lesson are locked until the learner buys it, and so are their quizzes.
const open = new Set();
for await (const { id, locked } of paginate(client.lessons.list, {})) if (!locked) open.add(id);

for await (const { id, title, lessonId } of paginate(client.quizzes.list, {})) {
  if (lessonId !== null && !open.has(lessonId)) continue;
  const { questions } = await client.quizzes.get({ id });
  // Picks the first option of each question. A real app sends the options that the learner chose.
  const answers = questions.map((question) => ({
    questionId: question.id,
    selectedAnswer: question.options[0],
  }));
  const { correctAnswers, totalQuestions, passed } = await client.quizzes.submit({ id, answers });
  console.log(\`\${title}: \${correctAnswers} of \${totalQuestions} correct, \${passed ? 'passed' : 'not passed'}\`);
  break;
}
`;

const curl = ({
  baseUrl,
  apiKey,
}: QuickStartParams) => `curl --silent --show-error --fail-with-body --get '${baseUrl}/search' \\
  --data-urlencode 'q=hello' \\
  --header 'X-API-Key: ${apiKey}'
`;

/** A complete sample program for each kind of app. A test runs each as it is displayed. */
export const quickStarts = [
  {
    id: 'web',
    label: 'quickStartsCard.web',
    description: 'quickStartsCard.webDescription',
    renderCode: web,
  },
  {
    id: 'mobile',
    label: 'quickStartsCard.mobile',
    description: 'quickStartsCard.mobileDescription',
    renderCode: mobile,
  },
  {
    id: 'backend',
    label: 'quickStartsCard.backend',
    description: 'quickStartsCard.backendDescription',
    renderCode: backend,
  },
  {
    id: 'curl',
    label: 'quickStartsCard.curl',
    description: 'quickStartsCard.curlDescription',
    renderCode: curl,
  },
] as const;
export type QuickStart = (typeof quickStarts)[number];
