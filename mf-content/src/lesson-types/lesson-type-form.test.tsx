import { useFetchItem } from '@khmer-learning/console-kit';
import { FormHost } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeContentApi, readingLessonType, vocabularyLessonType } from '../testing/content-fixtures.ts';
import { selectFile } from '../testing/select-file.ts';
import { LessonTypeForm } from './lesson-type-form.tsx';
import { lessonTypeKind } from './lesson-types.api.ts';

let api: FakeApi;
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });

function RawHost() {
  return (
    <FormHost form={LessonTypeForm} id={vocabularyLessonType.id} fetchItem={useFetchItem(lessonTypeKind)} />
  );
}

function FileHost() {
  return (
    <FormHost form={LessonTypeForm} id={readingLessonType.id} fetchItem={useFetchItem(lessonTypeKind)} />
  );
}

async function openNew() {
  renderView(RawHost, 'lesson_type');
  await clickButton('New');
  await screen.findByRole('dialog', { name: 'Create New Lesson Type' });
}

async function openEdit(Host = RawHost) {
  renderView(Host, 'lesson_type');
  await clickButton('Edit');
  await screen.findByRole('dialog', { name: 'Edit Lesson Type' });
}

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
  for (const route of ['POST /api/lesson-type', 'PATCH /api/lesson-type/1', 'PATCH /api/lesson-type/2']) {
    api.route(route, () => ({ body: vocabularyLessonType }));
  }
});

describe('a new lesson type', () => {
  it('needs an icon and a title', async () => {
    await openNew();
    await clickButton('Create Lesson Type');
    expect(await screen.findByText('Icon is required')).toBeTruthy();
    expect(screen.getByText('Title is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Icon')));
    expect(await axeViolations()).toEqual([]);
  });

  it('is created', async () => {
    await openNew();
    await fillField(field('Icon'), '🛺');
    await fillField(field('Title'), 'Travel');
    await clickButton('Create Lesson Type');
    expect(await screen.findByText('Lesson type created successfully')).toBeTruthy();
    expect(api.sent('POST', '/api/lesson-type')[0]?.body).toEqual({
      icon: '🛺',
      title: 'Travel',
      iconMode: 'raw',
    });
  });

  it('says on its field that the title is taken', async () => {
    const message = 'A lesson type with this title already exists';
    api.route('POST /api/lesson-type', () => errorResponse(409, { message, code: 'conflict' }));
    await openNew();
    await fillField(field('Icon'), '🛺');
    await fillField(field('Title'), 'reading');
    await clickButton('Create Lesson Type');
    await waitFor(() => expect(field('Title').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(message).length).toBeGreaterThan(1);
    expect(field('Title').value).toBe('reading');
  });

  it('says when it cannot be created', async () => {
    api.route('POST /api/lesson-type', () => ({ status: 500, body: {} }));
    await openNew();
    await fillField(field('Icon'), '🛺');
    await fillField(field('Title'), 'Travel');
    await clickButton('Create Lesson Type');
    expect(await screen.findByText('Failed to create lesson type')).toBeTruthy();
  });

  it('asks before unsaved changes are discarded', async () => {
    await openNew();
    await fillField(field('Title'), 'Tra');
    await userEvent.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(question.textContent).not.toContain('keeps');
    await clickButton('Leave', question);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an existing lesson type', () => {
  it('says that it is being saved, and is sent once', async () => {
    await openEdit();
    let answer: (() => void) | undefined;
    const waiting = new Promise<void>((done) => {
      answer = done;
    });
    api.route('PATCH /api/lesson-type/1', async () => {
      await waiting;
      return { status: 500, body: 'broken' };
    });
    await fillField(field('Title'), 'Words');
    await clickButton('Save Changes');
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' });
    expect(busy.disabled).toBe(true);
    answer?.();
    expect(await screen.findByText('Failed to update lesson type')).toBeTruthy();
    expect(api.sent('PATCH', '/api/lesson-type/1')).toHaveLength(1);
  });

  it('is saved against its version', async () => {
    await openEdit();
    expect(field('Icon').value).toBe('📖');
    await fillField(field('Title'), 'Words');
    await clickButton('Save Changes');
    expect(await screen.findByText('Lesson type updated successfully')).toBeTruthy();
    expect(api.sent('PATCH', '/api/lesson-type/1')[0]?.headers.get('if-match')).toBe('"3"');
    expect(api.sent('PATCH', '/api/lesson-type/1')[0]?.body).toMatchObject({ title: 'Words', icon: '📖' });
  });

  it('says when it cannot be', async () => {
    api.route('PATCH /api/lesson-type/1', () => ({ status: 500, body: {} }));
    await openEdit();
    await clickButton('Save Changes');
    expect(await screen.findByText('Failed to update lesson type')).toBeTruthy();
  });

  it('keeps its image', async () => {
    await openEdit(FileHost);
    expect(screen.getByRole('tab', { name: 'File', selected: true })).toBeTruthy();
    await fillField(field('Title'), 'Read');
    await clickButton('Save Changes');
    await screen.findByText('Lesson type updated successfully');
    expect(api.sent('PATCH', '/api/lesson-type/2')[0]?.body).toEqual({
      icon: 'icon-reading.svg',
      title: 'Read',
      iconMode: 'file',
    });
  });

  it('can have text in place of its image, and the image back', async () => {
    await openEdit(FileHost);
    await userEvent.click(screen.getByRole('tab', { name: 'Raw' }));
    expect(field('Icon').value).toBe('');
    await fillField(field('Icon'), '📗');
    await userEvent.click(screen.getByRole('tab', { name: 'File' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Raw' }));
    expect(field('Icon').value).toBe('📗');
    await clickButton('Save Changes');
    await screen.findByText('Lesson type updated successfully');
    expect(api.sent('PATCH', '/api/lesson-type/2')[0]?.body).toMatchObject({ icon: '📗', iconMode: 'raw' });
  });

  it('can be restored from its history', async () => {
    await openEdit();
    const versions = '/api/lesson-type/1/versions';
    const [savedAt, savedBy] = [vocabularyLessonType.updatedAt, { id: 1, name: 'Sokha Chan' }];
    api.route(`GET ${versions}`, () => ({
      body: {
        data: [{ version: 2, savedAt, savedBy, action: 'updated', changedFields: ['icon'] }],
        next: null,
      },
    }));
    api.route(`GET ${versions}/2`, () => ({ body: { ...vocabularyLessonType, icon: '📕', version: 2 } }));
    await clickButton('History');
    expect((await screen.findByRole('region', { name: 'Icon' })).textContent).toMatch(/📕Now📖$/);
    const restored = { ...vocabularyLessonType, icon: '📕', version: 4 };
    api.route(`POST ${versions}/2/restore`, () => ({ body: restored }));
    api.route('GET /api/lesson-type', () => ({ body: [restored] }));
    await clickButton('Restore this version');
    await clickButton('Restore', screen.getByRole('alertdialog'));
    await waitFor(() => expect(field('Icon').value).toBe('📕'));
    expect(api.sent('POST', `${versions}/2/restore`)[0]?.headers.get('if-match')).toBe('"3"');
  });

  it('that someone else changed meanwhile is merged, and saved over the version that was seen', async () => {
    await openEdit();
    await fillField(field('Title'), 'Mine');
    api.route('PATCH /api/lesson-type/1', ({ headers }) =>
      headers.get('if-match') === '"4"'
        ? { body: vocabularyLessonType }
        : errorResponse(409, {
            message: 'This lesson type was changed by someone else',
            code: 'stale_version',
          }),
    );
    api.route('GET /api/lesson-type', () => ({
      body: [{ ...vocabularyLessonType, icon: '📚', version: 4 }],
    }));
    await clickButton('Save Changes');
    await screen.findByText('You have changed different places, so nothing has to be chosen.');
    expect(await axeViolations()).toEqual([]);
    await clickButton('Use merged version');
    expect([field('Icon').value, field('Title').value]).toEqual(['📚', 'Mine']);
    await clickButton('Save Changes');
    await screen.findByText('Lesson type updated successfully');
    expect(api.sent('PATCH', '/api/lesson-type/1').at(-1)?.body).toMatchObject({ icon: '📚', title: 'Mine' });
  });

  it('that someone else changed meanwhile can be reloaded', async () => {
    await openEdit();
    await fillField(field('Title'), 'Mine');
    api.route('PATCH /api/lesson-type/1', () =>
      errorResponse(409, { message: 'This lesson type was changed by someone else', code: 'stale_version' }),
    );
    await clickButton('Save Changes');
    api.route('GET /api/lesson-type', () => ({
      body: [{ ...vocabularyLessonType, icon: '📚', version: 4 }],
    }));
    await screen.findByRole('dialog', { name: 'This lesson type was changed by someone else' });
    expect((await screen.findByRole('region', { name: 'Title' })).textContent).toContain('MergedMine');
    api.route('GET /api/lesson-type', () => ({
      body: [{ ...vocabularyLessonType, title: 'Theirs', version: 4 }],
    }));
    await clickButton('Reload');
    await waitFor(() => expect(field('Title').value).toBe('Theirs'));
  });
});

describe('an icon from a file', () => {
  const svg = new File(['<svg/>'], 'moon.svg', { type: 'image/svg+xml' });
  const uploaded = { data: { url: '/uploads/m1.svg', filename: 'm1.svg' }, message: 'x' };
  const openFileTab = () => userEvent.click(screen.getByRole('tab', { name: 'File' }));

  it('is uploaded and saved, and the text icon is kept until then', async () => {
    api.route('POST /api/upload', () => ({ status: 201, body: uploaded }));
    await openNew();
    await fillField(field('Icon'), '🌙');
    await fillField(field('Title'), 'Night');
    await openFileTab();
    expect(screen.getByText('PNG or SVG, up to 10 MB')).toBeTruthy();
    await selectFile(svg);
    await screen.findByRole('button', { name: 'Replace file' });
    expect(await axeViolations()).toEqual([]);
    await userEvent.click(screen.getByRole('tab', { name: 'Raw' }));
    expect(field('Icon').value).toBe('🌙');
    await openFileTab();
    await clickButton('Create Lesson Type');
    await screen.findByText('Lesson type created successfully');
    expect(api.sent('POST', '/api/upload')[0]?.body).toEqual({ kind: 'icon', file: svg });
    expect(api.sent('POST', '/api/lesson-type')[0]?.body).toEqual({
      icon: 'm1.svg',
      title: 'Night',
      iconMode: 'file',
    });
  });

  it('finishes uploading while the text tab is open, which shows that it is uploading', async () => {
    let answer = () => {};
    api.route(
      'POST /api/upload',
      () => new Promise((resolve) => (answer = () => resolve({ status: 201, body: uploaded }))),
    );
    await openNew();
    await openFileTab();
    await selectFile(svg);
    await userEvent.click(screen.getByRole('tab', { name: 'Raw' }));
    expect(screen.getByText('The file is still uploading.')).toBeTruthy();
    answer();
    await waitFor(() => expect(screen.queryByText('The file is still uploading.')).toBeNull());
    await openFileTab();
    expect(screen.getByRole('button', { name: 'Replace file' })).toBeTruthy();
  });

  it('is required on its tab', async () => {
    await openNew();
    await fillField(field('Icon'), '🌙');
    await fillField(field('Title'), 'Night');
    await openFileTab();
    await clickButton('Create Lesson Type');
    expect(await screen.findByText('Icon is required')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose file' })),
    );
  });
});
