import { lacksRecording, questionKinds, questionSchema, type Recording } from '@khmer-learning/contracts';
import { normaliseKhmer, trimInvisible, type VocabularyEntry } from '@khmer-learning/khmer-text';
import fc from 'fast-check';
import { toQuestion } from '../quiz-form/question-values.ts';
import {
  type DirectionName,
  directionNames,
  type GeneratorInput,
  generateQuestions,
  questionDirections,
  questionTexts,
} from './generate-questions.ts';

const entry = (english: string, phonemic: string, khmer: string): VocabularyEntry => ({
  english,
  phonemic,
  khmer,
});
const river = entry('River', 'tun-lee', 'ទន្លេ');
const boat = entry('Boat', 'tuuk', 'ទូក');
const fish = entry('Fish', 'trey', 'ត្រី');
const rain = entry('Rain', 'pliang', 'ភ្លៀង');
const wind = entry('Wind', 'kyal', 'ខ្យល់');
const weather = [river, boat, fish, rain, wind];

const recorded = (language: Recording['language'], text: string): Recording => ({
  language,
  text,
  file: `${language}-${text.length}.mp3`,
});
const lacksRecordingOf = ({ kind, correctAnswer = '', recordings }: ReturnType<typeof toQuestion>) =>
  lacksRecording({ kind, correctAnswer, recordings });

const generate = (input: Partial<GeneratorInput>) =>
  generateQuestions({
    entries: weather,
    lessonEntries: weather,
    recordings: [],
    direction: 'english-khmer',
    kind: 'choice',
    maxQuestions: 200,
    seed: 1,
    ...input,
  });

describe('questions generated from vocabulary', () => {
  it.each<[DirectionName, string, string]>([
    ['english-khmer', 'How do you say “River” in Khmer?', 'ទន្លេ'],
    ['khmer-english', 'What does “ទន្លេ” mean?', 'River'],
    ['phonemic-english', 'What does [tun-lee] mean?', 'River'],
  ])('ask %s, with three wrong options of the same lesson', (direction, question, answer) => {
    const { questions, unusable } = generate({ entries: [river], direction });
    expect(unusable).toBe(0);
    expect(questions).toHaveLength(1);
    const [first] = questions;
    expect(first?.question).toBe(question);
    expect(first?.options).toHaveLength(4);
    expect(first?.options[first.correctAnswer ?? -1]).toBe(answer);
    const lessonAnswers = weather.map((one) => one[questionDirections[direction].to]);
    expect(lessonAnswers).toEqual(expect.arrayContaining(first?.options ?? []));
  });

  it('ask in Khmer, too, and the answers stay the same', () => {
    const kinds = ['choice', 'typed', 'listening', 'matching', 'ordering'] as const;
    const entries = [...weather, entry('good morning', 'arun', 'អរុណសួស្ដី')];
    const recordings = entries.map(({ khmer }) => recorded('km', khmer));
    for (const kind of kinds)
      for (const direction of directionNames) {
        const input = { entries, lessonEntries: entries, recordings, kind, direction };
        const [english, khmer] = (['en', 'km'] as const).map(
          (asksIn) => generate({ ...input, asksIn }).questions,
        );
        expect(khmer?.map(({ question, ...rest }) => rest)).toEqual(
          english?.map(({ question, ...rest }) => rest),
        );
        for (const { question } of khmer ?? []) expect(question).toMatch(/តើ|ផ្គូផ្គង|រៀប/);
      }
    expect(generate({ entries: [river], asksIn: 'km' }).questions[0]?.question).toBe(
      'តើ «River» ជាភាសាខ្មែរថាដូចម្ដេច?',
    );
  });

  it('are the same for the same seed, and differ in order for another seed', () => {
    expect(generate({ seed: 7 })).toEqual(generate({ seed: 7 }));
    const orders = Array.from({ length: 20 }, (_, seed) => JSON.stringify(generate({ seed }).questions));
    expect(new Set(orders).size).toBeGreaterThan(10);
  });

  it('never use another correct answer as a wrong option', () => {
    const stream = entry('River', 'steung', 'ស្ទឹង');
    for (let seed = 0; seed < 30; seed += 1) {
      const { questions } = generate({ lessonEntries: [...weather, stream], entries: [river], seed });
      expect(questions[0]?.options).not.toContain('ស្ទឹង');
    }
  });

  it('ask for each word once, even if it occurs several times', () => {
    const { questions } = generate({ entries: [river, entry(' river ', 'tun-lee', 'ទន្លេ\u200B'), boat] });
    expect(questions.map(({ question }) => question)).toEqual([
      'How do you say “River” in Khmer?',
      'How do you say “Boat” in Khmer?',
    ]);
  });

  it('have two options each when the lesson has two words', () => {
    const { questions } = generate({ entries: [river, boat], lessonEntries: [river, boat] });
    expect(questions.map(({ options }) => options.length)).toEqual([2, 2]);
  });

  it('are none when the lesson has one word, or words that mean the same', () => {
    expect(generate({ entries: [river], lessonEntries: [river] })).toEqual({ questions: [], unusable: 1 });
    const water = [entry('Water', 'tuk', 'ទឹក'), entry('The water', 'tuk', 'ទឹក')];
    expect(generate({ entries: water, lessonEntries: water })).toEqual({ questions: [], unusable: 2 });
  });

  it('skip entries that are too long for an option, and count them', () => {
    const long = entry('Essay', 'essay', 'ក'.repeat(501));
    const { questions, unusable } = generate({
      entries: [...weather, long],
      lessonEntries: [...weather, long],
    });
    expect(questions).toHaveLength(5);
    expect(unusable).toBe(1);
  });

  it('do not exceed the requested number, and keep the order of the section', () => {
    const { questions } = generate({ maxQuestions: 2, seed: 3 });
    const places = questions.map(({ question }) =>
      weather.findIndex(({ english }) => question.includes(`“${english}”`)),
    );
    expect(places).toHaveLength(2);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('have one correct option, distinct options, and match the contract, for any vocabulary', () => {
    const text = fc.oneof(
      fc.constantFrom('River', 'river', 'ទន្លេ', 'ទន្លេ\u200B', ' ', '\u200B', 'a\nb', 'ក្រុង', 'x'.repeat(501)),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const entries = fc.array(fc.record({ english: text, phonemic: text, khmer: text }), { maxLength: 12 });
    const direction = fc.constantFrom(...directionNames);
    fc.assert(
      fc.property(entries, entries, direction, fc.integer(), (section, others, name, seed) => {
        const lessonEntries = [...section, ...others];
        const { questions, unusable } = generateQuestions({
          kind: 'choice',
          recordings: [],
          entries: section,
          lessonEntries,
          direction: name,
          maxQuestions: 200,
          seed,
        });
        expect(questions.length + unusable).toBeLessThanOrEqual(section.length);
        for (const { question, options, correctAnswer } of questions) {
          const answer = options[correctAnswer ?? -1];
          const parsed = questionSchema.safeParse({ question, options, correctAnswer: answer });
          expect(parsed.error?.issues ?? []).toEqual([]);
          expect(new Set(options.map(normaliseKhmer)).size).toBe(options.length);
          const { from, to } = questionDirections[name];
          const buildQuestion = questionTexts.en[name];
          const line = (raw: string) => trimInvisible(raw).replace(/\s+/g, ' ');
          const sameWord = lessonEntries.filter(
            (one) => normaliseKhmer(buildQuestion(line(one[from]))) === normaliseKhmer(question),
          );
          const right = new Set(sameWord.map((one) => normaliseKhmer(line(one[to]))));
          expect(options.filter((option) => right.has(normaliseKhmer(option)))).toEqual([answer]);
        }
      }),
      { numRuns: depth(50, 500) },
    );
  });
});

describe('questions of other kinds', () => {
  const inEnglish = { direction: 'khmer-english' } as const;
  const father = entry('Dad', 'ov-puk', 'ឪពុក');
  const otherFather = entry('Father', 'ov-puk', 'ឪពុក');
  const walk = entry('I go to the market', 'knyom tov psaa', 'ខ្ញុំទៅផ្សារ');

  it('are typed, and accept every answer that the lesson gives', () => {
    const { questions } = generate({
      ...inEnglish,
      kind: 'typed',
      entries: [father],
      lessonEntries: [father, otherFather, river, boat, fish],
    });
    expect(questions).toMatchObject([
      { kind: 'typed', question: 'What does “ឪពុក” mean?', answer: 'Dad', acceptedAnswers: ['Father'] },
    ]);
    expect([...(questions[0]?.wrongOptions ?? [])].sort()).toEqual(['Boat', 'Fish', 'River']);
  });

  it('are typed also without a wrong option in the lesson', () => {
    const { questions } = generate({ kind: 'typed', entries: [river], lessonEntries: [river] });
    expect(questions).toMatchObject([{ answer: 'ទន្លេ', wrongOptions: [] }]);
  });

  it('match all rows, in groups of two to six, with each side once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer(), (count, seed) => {
        const entries = Array.from({ length: count }, (_, n) =>
          entry(`word ${n}`, `p${n}`, `ក${'ខ'.repeat(n)}`),
        );
        const { questions, unusable } = generate({
          kind: 'matching',
          entries: [...entries, ...entries],
          seed,
        });
        const sizes = questions.map(({ pairs = [] }) => pairs.length);
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(6);
        const lefts = questions.flatMap(({ pairs = [] }) => pairs.map(({ left }) => left));
        expect(new Set(lefts).size).toBe(count);
        expect(lefts).toHaveLength(count);
        expect(unusable).toBe(count);
      }),
    );
  });

  describe('that are heard', () => {
    const listen = (input: Partial<GeneratorInput>) => generate({ kind: 'listening', ...input });

    it('ask for each word with a recording in the language that is said, and skip the others', () => {
      const recordings = [recorded('km', 'ទន្លេ'), recorded('en', 'Boat'), recorded('km', 'A word of before')];
      const { questions, unusable } = listen({ recordings });
      expect(questions).toMatchObject([
        { kind: 'listening', question: 'What do you hear?', recordings: [recordings[0]] },
      ]);
      const [first] = questions;
      expect(first?.options).toHaveLength(4);
      expect(first?.options[first.correctAnswer ?? -1]).toBe('ទន្លេ');
      expect(unusable).toBe(4);
      expect(listen({ ...inEnglish, recordings }).questions).toMatchObject([{ recordings: [recordings[1]] }]);
    });

    it('find the recording of another spelling of the word', () => {
      const { questions } = listen({ recordings: [recorded('km', 'ទន្លេ\u200B')] });
      expect(questions).toHaveLength(1);
      expect(questions.map(toQuestion).some(lacksRecordingOf)).toBe(false);
    });

    it('are typed when the lesson has no other word', () => {
      const recordings = [recorded('km', 'ទន្លេ')];
      const { questions } = listen({ recordings, entries: [river], lessonEntries: [river] });
      expect(questions).toMatchObject([{ isTyped: true, answer: 'ទន្លេ', options: ['', ''] }]);
    });

    it('never have a wrong option that sounds the same', () => {
      const homophone = entry('Fresh', 'trey', 'ត្រៃ');
      for (let seed = 0; seed < 30; seed += 1) {
        const { questions } = listen({
          entries: [fish],
          lessonEntries: [...weather, homophone],
          recordings: [recorded('km', 'ត្រី')],
          seed,
        });
        expect(questions[0]?.options).toHaveLength(4);
        expect(questions[0]?.options).not.toContain('ត្រៃ');
      }
    });

    it('are none when no word has a recording', () => {
      expect(listen({})).toEqual({ questions: [], unusable: 5 });
    });
  });

  it('put the words of an English text into order, and skip single words', () => {
    const { questions, unusable } = generate({ kind: 'ordering', entries: [river, walk] });
    expect(questions).toMatchObject([{ kind: 'ordering', parts: ['I', 'go', 'to', 'the', 'market'] }]);
    expect(unusable).toBe(1);
  });

  it('are all accepted by the contract', () => {
    for (const kind of questionKinds) {
      const { questions } = generate({
        ...inEnglish,
        kind,
        entries: [...weather, father, otherFather, walk],
        recordings: [recorded('en', 'Boat'), recorded('en', 'Fish')],
      });
      expect(questions.length).toBeGreaterThan(0);
      for (const question of questions)
        expect(questionSchema.safeParse(toQuestion(question)).error).toBeUndefined();
    }
  });
});
