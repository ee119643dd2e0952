import { z } from 'zod';
import {
  endpoints,
  endpointsOf,
  fillPath,
  lessonBody,
  lessonPatch,
  lessons,
  mainLessonBody,
  mediaFileGet,
  registerBody,
  transfers,
} from './index.ts';

const firstMessage = (schema: z.ZodType, value: unknown): string | undefined => {
  const result = schema.safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
};

describe('the list of endpoints', () => {
  it('gives every endpoint a unique id', () => {
    const ids = endpoints.map((endpoint) => endpoint.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives every endpoint a unique method and path, including aliases', () => {
    const calls = endpoints.flatMap((endpoint) =>
      [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => `${endpoint.method} ${path}`),
    );
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('keeps internal endpoints out of /api and all others in it', () => {
    for (const endpoint of endpoints) {
      expect(endpoint.path.startsWith('/internal/')).toBe(endpoint.access === 'internal');
    }
  });

  it('can describe every schema as JSON Schema, for serialisation and OpenAPI', () => {
    for (const endpoint of endpoints) {
      expect(() => z.toJSONSchema(endpoint.response, { io: 'output' })).not.toThrow();
      if (endpoint.body)
        expect(() => z.toJSONSchema(endpoint.body as z.ZodType, { io: 'input' })).not.toThrow();
    }
  });

  it('declares parameters exactly where the path has them', () => {
    for (const endpoint of endpoints) expect(endpoint.params !== undefined).toBe(endpoint.path.includes(':'));
  });

  it('requires a key and the envelope for every endpoint of /api/v1 except its documentation', () => {
    const v1 = endpoints.filter((candidate) => candidate.path.startsWith('/api/v1/'));
    const open = v1.filter(({ access }) => access === 'public');
    expect(open.map(({ id, envelope }) => [id, envelope])).toEqual([
      ['v1.docs', undefined],
      ['v1.openApi', undefined],
    ]);
    for (const endpoint of v1.filter((candidate) => !open.includes(candidate))) {
      expect([endpoint.access, endpoint.envelope]).toEqual([expect.stringMatching(/apiKey|learner/), 'v1']);
    }
  });

  it('lists the endpoints of each service', () => {
    expect(endpointsOf('stats').map((endpoint) => endpoint.id)).toEqual(['analytics.get', 'dashboard.stats']);
  });
});

describe('fillPath', () => {
  it('escapes parameters and refuses a missing one', () => {
    expect(fillPath('/api/lessons/:id', { id: 4 })).toBe('/api/lessons/4');
    expect(fillPath('/x/:name', { name: 'a/b' })).toBe('/x/a%2Fb');
    expect(() => fillPath('/api/lessons/:id')).toThrow('id');
  });
});

describe('lesson rules', () => {
  const section = { title: 'Key words', content: 'Where? [nouw-naa?] : នៅណា?' };
  const valid = {
    mainLessonId: 1,
    lessonTypeId: 1,
    title: 'Asking the way',
    description: 'Streets and markets',
    level: 'Beginner',
    sections: [section],
  };

  it('accepts a full lesson as a draft', () => {
    expect(lessonBody.parse(valid)).toMatchObject({ status: 'draft', sections: [{ html: null, ops: null }] });
  });

  it.each([
    ['mainLessonId', 0, 'Main lesson is required'],
    ['mainLessonId', undefined, 'Main lesson is required'],
    ['mainLessonId', { $gt: '' }, 'Main lesson is required'],
    ['lessonTypeId', 0, 'Lesson type is required'],
    ['title', '', 'Title is required'],
    ['title', ' \u200B ', 'Title is required'],
    ['title', { $gt: '' }, 'Title must be text'],
    ['description', '', 'Description is required'],
    ['level', undefined, 'Level is required'],
    ['level', 'Expert', 'Unknown level "Expert". Allowed: Beginner, Intermediate, Advanced'],
    ['sections', [], 'At least one section is required'],
    ['sections', undefined, 'At least one section is required'],
    ['sections', [{ ...section, title: '' }], 'Section title is required'],
    ['sections', [{ ...section, content: '' }], 'Section content is required'],
  ])('refuses %s = %j', (field, value, message) => {
    expect(firstMessage(lessonBody, { ...valid, [field]: value })).toBe(message);
  });

  it('adds no default values to a partial update', () => {
    expect(lessonPatch.parse({ title: 'New' })).toEqual({ title: 'New' });
  });

  it('drops unknown fields', () => {
    expect(lessonBody.parse({ ...valid, id: 9, version: 3, role: 'admin' })).not.toHaveProperty('id');
  });
});

describe('main lesson rules', () => {
  const valid = { title: 'Travel', description: 'On the road', imageCover: 'cover.png' };

  it('is free and a draft by default', () => {
    expect(mainLessonBody.parse(valid)).toEqual({ ...valid, free: true, status: 'draft' });
  });

  it.each([
    [{ imageCover: '' }, 'Image cover is required'],
    [{ imageCover: '../../etc/passwd' }, 'Image cover must be an uploaded file'],
    [{ title: '' }, 'Title is required'],
    [{ description: '' }, 'Description is required'],
    [{ free: false }, 'Price is required'],
    [{ free: false, price: 0 }, 'Price is required'],
    [{ free: false, price: 9.99 }, 'Price must be a whole number of cents'],
  ])('refuses %j', (change, message) => {
    expect(firstMessage(mainLessonBody, { ...valid, ...change })).toBe(message);
  });
});

describe('account rules', () => {
  const valid = {
    firstName: 'Sok',
    lastName: 'Dara',
    email: 'sok@example.com',
    password: 'long enough',
    role: 'student',
  };

  it.each([
    [{ firstName: '' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ email: 'nobody' }, 'Invalid email address'],
    [{ password: 'short' }, 'Password must be at least 8 characters'],
    [{ role: undefined }, 'Role is required'],
  ])('refuses %j', (change, message) => {
    expect(firstMessage(registerBody, { ...valid, ...change })).toBe(message);
  });

  it('normalises the spelling of an email address', () => {
    expect(registerBody.parse({ ...valid, email: ' Sok@Example.COM ' }).email).toBe('sok@example.com');
  });
});

describe('list filters', () => {
  it('treats all and empty as no filter, and a level without regard to case', () => {
    expect(lessons.list.query.parse({ level: 'all', type: '', status: 'ALL' })).toEqual({});
    expect(lessons.list.query.parse({ level: 'beginner' })).toEqual({ level: 'Beginner' });
  });

  it.each([
    [{ limit: '1000000' }, 'limit must be between 1 and 100'],
    [{ limit: '0' }, 'limit must be between 1 and 100'],
    [{ limit: 'x' }, 'limit must be a number'],
    [{ offset: '-1' }, 'offset must be 0 or more'],
    [{ offset: '10001' }, 'offset must be at most 10000'],
    [{ status: 'gone' }, 'Must be one of: all, published, draft, scheduled, changed, review'],
    [{ mainLessonId: 'x' }, 'Invalid id'],
  ])('refuses %j', (query, message) => {
    expect(firstMessage(lessons.list.query, query)).toBe(message);
  });

  it.each(['1e0', '0x1', '0b1', ' 1', '1 ', '1.0', '+1', '01', '', '-0', '٣'])(
    'takes %j for no number, be it an id, a limit, an offset or a width',
    (text) => {
      expect(firstMessage(lessons.get.params, { id: text })).toBe('Invalid id');
      if (text !== '') expect(firstMessage(lessons.list.query, { mainLessonId: text })).toBe('Invalid id');
      expect(firstMessage(transfers.lessons.export.query, { mainLessonId: text })).toBe('Invalid id');
      expect(firstMessage(lessons.list.query, { limit: text })).toBe('limit must be a number');
      expect(firstMessage(lessons.list.query, { offset: text })).toBe('offset must be a number');
      expect(firstMessage(mediaFileGet.query, { w: text })).toBeDefined();
    },
  );

  it('accepts only canonical numbers', () => {
    expect(lessons.get.params.parse({ id: '10' })).toEqual({ id: 10 });
    expect(lessons.list.query.parse({ limit: '15', offset: '0', mainLessonId: '7' })).toEqual({
      limit: 15,
      offset: 0,
      mainLessonId: 7,
    });
  });
});
