import type { EntityEvent } from '@khmer-learning/contracts';
import { usedFileNames } from './used-file-names.ts';

const event = (entity: string, state: object | null): EntityEvent => ({
  id: 'e',
  service: 'content',
  entity,
  entityId: '1',
  version: 1,
  type: state ? 'changed' : 'deleted',
  state,
  occurredAt: '',
  actor: null,
  requestId: null,
});

it.each([
  ['a quiz', 'quiz', (questions: unknown) => ({ questions })],
  ['a quiz’s working copy', 'quiz-working-copy', (questions: unknown) => ({ contents: { questions } })],
])('are the recordings of the questions of %s', (_what, entity, stateOf) => {
  const recordings = [{ language: 'km', text: 'ទឹក', file: 'a.mp3' }];
  const state = stateOf([{ question: 'ទឹក?', recordings }, { question: 'Which?' }]);
  expect(usedFileNames({ ...event(entity, state), service: 'quizzes' })).toEqual(['a.mp3']);
});

it.each<[string, string, object | null, string[]]>([
  ['a main lesson’s cover', 'main-lesson', { imageCover: 'cover.png' }, ['cover.png']],
  ['a lesson type’s icon file', 'lesson-type', { iconMode: 'file', icon: 'icon.svg' }, ['icon.svg']],
  ['no icon that is text', 'lesson-type', { iconMode: 'raw', icon: 'icon.svg' }, []],
  [
    'pictures in a lesson’s html, operations and text, each once',
    'lesson',
    {
      image: 'vocabulary',
      description: 'See /uploads/d.webp.',
      sections: [
        { html: '<p><img src="/uploads/a.png"><img src=\'/uploads/b.jpg?w=320\'></p>', ops: null },
        { html: null, ops: [{ insert: { image: '/uploads/c.png' } }, { insert: '/uploads/a.png' }] },
      ],
    },
    ['a.png', 'b.jpg', 'c.png', 'd.webp'],
  ],
  ['a lesson’s own image', 'lesson', { image: 'own.png', sections: [] }, ['own.png']],
  [
    'none from elsewhere',
    'lesson',
    { image: '', sections: [{ html: '<img src="https://x.example/a.png">' }] },
    [],
  ],
  [
    'a working copy’s pictures',
    'lesson-working-copy',
    { contents: { image: 'own.png', sections: [{ html: '<img src="/uploads/a.png">' }] } },
    ['a.png', 'own.png'],
  ],
  [
    'the cover in a main lesson’s working copy',
    'main-lesson-working-copy',
    { contents: { imageCover: 'cover.png' } },
    ['cover.png'],
  ],
  [
    'the recordings of a lesson’s sections',
    'lesson',
    {
      image: 'vocabulary',
      sections: [
        { html: null, recordings: [{ language: 'km', text: 'ទឹក', file: 'a.mp3' }] },
        { html: null },
        { html: null, recordings: [{ language: 'en', text: 'Water', file: 'b.mp3' }] },
      ],
    },
    ['a.mp3', 'b.mp3'],
  ],
  [
    'the recordings of a lesson’s working copy',
    'lesson-working-copy',
    { contents: { sections: [{ recordings: [{ language: 'en', text: 'Water', file: 'b.mp3' }] }] } },
    ['b.mp3'],
  ],
  ['none of what is deleted', 'lesson', null, []],
])('are %s', (_what, entity, state, names) => {
  expect(usedFileNames(event(entity, state)).sort()).toEqual(names);
});
