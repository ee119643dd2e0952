/** The values that a snippet contains. */
export interface QuickStartParams {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface QuickStart {
  readonly id: 'web' | 'mobile' | 'backend' | 'curl';
  readonly label: string;
  /** One line shown above the code. */
  readonly description: string;
  /** Returns the complete program. A test runs each program as it is displayed. */
  readonly renderCode: (settings: QuickStartParams) => string;
}

const web = ({ baseUrl, apiKey }: QuickStartParams) => `const baseUrl = '${baseUrl}';
const apiKey = '${apiKey}';

const response = await fetch(\`\${baseUrl}/lessons?level=Beginner&limit=5\`, {
  headers: { 'X-API-Key': apiKey },
});
const { success, data, total, error } = await response.json();
if (!success) throw new Error(error);

console.log(\`\${total} lessons for beginners\`);
for (const lesson of data) console.log(lesson.title);
`;

const mobile = ({ baseUrl, apiKey }: QuickStartParams) => `const baseUrl = '${baseUrl}';
const apiKey = '${apiKey}';

async function get(path) {
  const response = await fetch(baseUrl + path, {
    headers: { 'X-API-Key': apiKey },
  });
  const { success, data, error } = await response.json();
  if (!success) throw new Error(error);
  return data;
}

async function showWords() {
  // Lessons of a paid main lesson are locked until the learner buys it.
  const lesson = (await get('/lessons?limit=100')).find(({ locked }) => !locked);
  if (!lesson) return;
  const { title, sections } = await get(\`/lessons/\${lesson.id}\`);
  console.log(title);
  for (const { english, phonemic, khmer } of sections.flatMap(({ items }) => items)) {
    console.log(english, phonemic, khmer);
  }
}

showWords().catch((error) => console.error(error.message));
`;

const backend = ({ baseUrl, apiKey }: QuickStartParams) => `// KHMER_API_KEY=${apiKey} node quiz.mjs
const baseUrl = '${baseUrl}';
const headers = {
  'X-API-Key': process.env.KHMER_API_KEY,
  'Content-Type': 'application/json',
};

async function call(path, options) {
  const response = await fetch(baseUrl + path, { headers, ...options });
  const { success, data, error } = await response.json();
  if (!success) throw new Error(error);
  return data;
}

// Lessons of a paid main lesson are locked until the learner buys it, and so are their quizzes.
const open = (await call('/lessons?limit=100')).filter(({ locked }) => !locked).map(({ id }) => id);
const quizzes = await call('/quizzes?limit=100');
const quiz = quizzes.find(({ lessonId }) => lessonId === null || open.includes(lessonId));

if (quiz) {
  const { title, questions } = await call(\`/quizzes/\${quiz.id}\`);
  // Picks the first option of each question. A real app sends the options that the learner chose.
  const answers = questions.map(({ id, options }) => ({
    questionId: id,
    selectedAnswer: options[0],
  }));
  const { correctAnswers, totalQuestions, passed } = await call(\`/quizzes/\${quiz.id}/submit\`, {
    method: 'POST',
    body: JSON.stringify({ answers }),
  });
  console.log(\`\${title}: \${correctAnswers} of \${totalQuestions} correct, \${passed ? 'passed' : 'not passed'}\`);
}
`;

const curl = ({
  baseUrl,
  apiKey,
}: QuickStartParams) => `curl --silent --show-error --fail-with-body --get '${baseUrl}/search' \\
  --data-urlencode 'q=hello' \\
  --header 'X-API-Key: ${apiKey}'
`;

/** A sample program for each kind of app. */
export const quickStarts: readonly QuickStart[] = [
  {
    id: 'web',
    label: 'Web',
    description: 'List the lessons of a level in a web page (JavaScript).',
    renderCode: web,
  },
  {
    id: 'mobile',
    label: 'Mobile',
    description: 'Show the words of a lesson in React Native.',
    renderCode: mobile,
  },
  {
    id: 'backend',
    label: 'Backend',
    description: 'Submit a quiz and get its score on a server (Node.js 20).',
    renderCode: backend,
  },
  { id: 'curl', label: 'curl', description: 'Search from the command line.', renderCode: curl },
];
