import { clickButton, fillField, renderView, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { TextInput } from '@khmer-learning/ui-kit';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delMany, getMany, keys, set } from 'idb-keyval';
import { type ComponentType, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { EditDialog } from '../items/item-editor.tsx';
import { AutoSaveStatus, RestoreDraftPrompt, useAutoSave } from './auto-save.tsx';
import { listStoredDrafts } from './stored-drafts.ts';

jest.mock('idb-keyval', () => ({
  keys: jest.fn(),
  getMany: jest.fn(),
  set: jest.fn(async () => {}),
  delMany: jest.fn(async () => {}),
}));

const schema = z.object({ title: z.string() });
const song = { id: 7, version: 4 };
const key = 'khmer-learning.draft.1.song.7';
/** The stored drafts of an item, from any form. */
const storedDraftsOf = (drafts = key) =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(drafts))
    .map((name) => localStorage.getItem(name) ?? '');

/** A form with one field that auto-saves itself. */
function SongForm({ item = song }: { item?: typeof song | null }) {
  const form = useForm({ defaultValues: { title: 'River song' } });
  const { isDirty } = form.formState;
  const autoSave = useAutoSave({ form, dirty: isDirty, schema, name: 'song', item });
  return (
    <form onBlur={autoSave.save}>
      <AutoSaveStatus autoSave={autoSave} />
      <RestoreDraftPrompt autoSave={autoSave} />
      <TextInput aria-label="Title" {...form.register('title')} />
      <p>{`Made from version ${autoSave.baseVersion}`}</p>
      <button type="button" onClick={autoSave.clear}>
        Forget
      </button>
    </form>
  );
}

const NewSongForm = () => <SongForm item={null} />;

/** The same form in a dialog. */
function SongDialog() {
  const form = useForm({ defaultValues: { title: 'River song' } });
  const { isDirty } = form.formState;
  const autoSave = useAutoSave({ form, dirty: isDirty, schema, name: 'song', item: song });
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <EditDialog title="Song" dirty={isDirty} onClose={() => setOpen(false)}>
      <RestoreDraftPrompt autoSave={autoSave} />
      <TextInput aria-label="Title" {...form.register('title')} />
    </EditDialog>
  );
}

/** Opens a form and waits until it has read the stored drafts. */
async function open(Form: ComponentType = SongForm) {
  const view = renderView(Form, 'songs');
  await act(async () => {});
  return view;
}
const title = () => screen.getByLabelText<HTMLInputElement>('Title');
const isOffered = () => screen.queryByText('You have unsaved changes') !== null;

beforeEach(resetBrowserState);

describe('a form with auto-save', () => {
  const at = (time: string) => jest.setSystemTime(new Date(`2026-05-05T${time}`));

  it('shows when it was stored in the school’s time zone, regardless of the browser’s', async () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="console-time-zone" content="Asia/Kathmandu">');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    at('10:42:00Z');
    await open();
    fireEvent.change(title(), { target: { value: 'Half done' } });
    act(() => jest.advanceTimersByTime(30_000));
    expect(screen.getByText('Auto-saved 16:27')).toBeTruthy();
    jest.useRealTimers();
    document.querySelector('meta[name="console-time-zone"]')?.remove();
  });

  it('is stored every 30 seconds while it has unsaved changes, and shows when', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    at('10:41:00');
    await open();
    act(() => jest.advanceTimersByTime(30_000));
    expect(screen.queryByText(/Auto-saved/)).toBeNull();
    fireEvent.change(title(), { target: { value: 'Half done' } });
    at('10:42:00');
    act(() => jest.advanceTimersByTime(30_000));
    expect(screen.getByText('Auto-saved 10:42')).toBeTruthy();
    expect(JSON.parse(storedDraftsOf()[0] ?? '')).toMatchObject({
      version: 4,
      values: { title: 'Half done' },
    });
    jest.useRealTimers();
  });

  it('is stored when a field is left and when the page is hidden', async () => {
    await open();
    await fillField(title(), 'Left behind');
    await userEvent.tab();
    expect(storedDraftsOf()).toEqual([expect.stringContaining('Left behind')]);
    await fillField(title(), 'Hidden');
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    hidden.mockRestore();
    expect(storedDraftsOf()).toEqual([expect.stringContaining('Hidden')]);
  });

  it('removes the draft when the changes are undone', async () => {
    await open();
    await fillField(title(), 'Changed');
    await userEvent.tab();
    await fillField(title(), 'River song');
    await userEvent.tab();
    expect(storedDraftsOf()).toEqual([]);
  });

  it('says so when the browser cannot store it', async () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await open();
    await fillField(title(), 'Too much');
    await userEvent.tab();
    refuse.mockRestore();
    expect(screen.getByText(/^Auto-save failed/)).toBeTruthy();
  });
});

describe('drafts found in the browser', () => {
  const leave = (draft: object) =>
    localStorage.setItem(key, JSON.stringify({ savedAt: '2026-05-05T10:42:00.000Z', version: 3, ...draft }));

  it('are offered, and restored with the version they are based on', async () => {
    leave({ values: { title: 'Half done' } });
    await open();
    expect(title().value).toBe('River song');
    await clickButton('Restore unsaved changes');
    expect(title().value).toBe('Half done');
    expect(screen.getByText('Made from version 3')).toBeTruthy();
    expect(isOffered()).toBe(false);
  });

  it('can be discarded', async () => {
    leave({ values: { title: 'Half done' } });
    const { unmount } = await open();
    await clickButton('Discard');
    expect(isOffered()).toBe(false);
    unmount();
    await open();
    expect(isOffered()).toBe(false);
  });

  it.each([
    ['do not fit the form', { values: { name: 'Half done' } }],
    ['say what the form says anyway', { values: { title: 'River song' } }],
  ])('are not offered when they %s', async (_why, draft) => {
    leave(draft);
    await open();
    expect(isOffered()).toBe(false);
  });

  it('are not offered for another item', async () => {
    leave({ values: { title: 'Half done' } });
    await open(NewSongForm);
    expect(isOffered()).toBe(false);
  });

  it('are the newest of both storages, and offered only after both are read', async () => {
    let answer = (_texts: string[]) => {};
    jest.mocked(keys).mockResolvedValue([key, 'khmer-learning.draft.1.song.70']);
    jest.mocked(getMany).mockReturnValue(new Promise<string[]>((resolve) => (answer = resolve)));
    Object.assign(globalThis, { indexedDB: {} });
    leave({ values: { title: 'Discarded long ago' } });
    await open();
    expect(isOffered()).toBe(false);
    const newer = { savedAt: '2026-05-05T10:43:00.000Z', version: 4, values: { title: 'Half done' } };
    await act(async () => answer([JSON.stringify(newer)]));
    expect(getMany).toHaveBeenCalledWith([key]);
    await clickButton('Restore unsaved changes');
    expect(title().value).toBe('Half done');
    Reflect.deleteProperty(globalThis, 'indexedDB');
  });

  describe('in a browser with IndexedDB', () => {
    const stored = new Map<string, string>();
    beforeEach(() => {
      stored.clear();
      jest.mocked(keys).mockImplementation(async () => [...stored.keys()]);
      jest.mocked(getMany).mockImplementation(async (names) => names.map((name) => stored.get(String(name))));
      jest.mocked(set).mockImplementation(async (name, text) => void stored.set(String(name), String(text)));
      jest
        .mocked(delMany)
        .mockImplementation(async (names) => names.forEach((name) => void stored.delete(String(name))));
      Object.assign(globalThis, { indexedDB: {} });
    });
    afterEach(() => {
      Reflect.deleteProperty(globalThis, 'indexedDB');
      for (const call of [keys, getMany, set, delMany]) jest.mocked(call).mockReset();
      jest.mocked(set).mockResolvedValue();
    });
    const texts = () => Object.entries(localStorage);
    /** Local storage is as it was on disk when the browser was killed; IndexedDB has what it had acknowledged. */
    const kill = (onDisk: readonly (readonly [string, string])[]) => {
      localStorage.clear();
      for (const [name, text] of onDisk) localStorage.setItem(name, text);
    };

    it.each([
      ['discarded', 'Discard'],
      ['restored and saved on the server', 'Restore unsaved changes'],
    ])('do not return when they were %s just before the browser was killed', async (_how, button) => {
      leave({ values: { title: 'Half done' } });
      const onDisk = texts();
      const { unmount } = await open();
      await clickButton(button);
      await clickButton('Forget');
      unmount();
      kill(onDisk);
      expect(await listStoredDrafts(1)).toEqual([]);
      await open();
      expect(isOffered()).toBe(false);
      expect(storedDraftsOf()).toEqual([]);
    });

    it('do not return either when the clock was set back while they were written', async () => {
      leave({ savedAt: '2096-05-05T10:42:00.000Z', values: { title: 'Half done' } });
      const { unmount } = await open();
      await clickButton('Restore unsaved changes');
      const onDisk = texts();
      await fillField(title(), 'Done');
      await userEvent.tab();
      await clickButton('Forget');
      unmount();
      kill(onDisk);
      expect(await listStoredDrafts(1)).toEqual([]);
    });

    it('are the last that were written, also when the clock was set back before', async () => {
      leave({ savedAt: '2096-05-05T10:42:00.000Z', values: { title: 'Half done' } });
      const { unmount } = await open();
      await clickButton('Restore unsaved changes');
      const onDisk = texts();
      await fillField(title(), 'Done');
      await userEvent.tab();
      unmount();
      kill(onDisk);
      expect(await listStoredDrafts(1)).toMatchObject([{ title: 'Done' }]);
    });

    it('are offered until it is certain that they do not return', async () => {
      leave({ values: { title: 'Half done' } });
      let acknowledge = () => {};
      jest.mocked(set).mockReturnValueOnce(new Promise((resolve) => (acknowledge = resolve)));
      await open();
      await clickButton('Discard');
      expect(isOffered()).toBe(true);
      await act(async () => acknowledge());
      expect(isOffered()).toBe(false);
    });

    it('are stored again after the changes were undone and made anew', async () => {
      const { unmount } = await open();
      for (const text of ['Half done', 'River song', 'Done']) {
        await fillField(title(), text);
        await userEvent.tab();
      }
      const onDisk = texts();
      unmount();
      kill(onDisk);
      expect(await listStoredDrafts(1)).toMatchObject([{ title: 'Done' }]);
    });

    it('leave nothing behind a day after they were removed', async () => {
      leave({ values: { title: 'Half done' } });
      await open();
      jest.useFakeTimers({ now: Date.now() - 25 * 3_600_000, doNotFake: ['setTimeout', 'queueMicrotask'] });
      await clickButton('Discard');
      jest.useRealTimers();
      expect(stored.size).toBe(1);
      await listStoredDrafts(1);
      expect(stored.size).toBe(0);
    });
  });

  it('are removed once the form is saved', async () => {
    await open();
    await fillField(title(), 'Done');
    await userEvent.tab();
    await clickButton('Forget');
    expect(storedDraftsOf()).toEqual([]);
    expect(screen.queryByText(/Auto-saved/)).toBeNull();
  });
});

describe('drafts that are offered while the user continues to type', () => {
  const leave = (name: string, title: string, savedAt = '2026-05-05T10:42:00.000Z') =>
    localStorage.setItem(name, JSON.stringify({ savedAt, version: null, values: { title } }));
  const offer = (title: string) => screen.getByRole('group', { name: new RegExp(title) });
  const songs = 'khmer-learning.draft.1.song.new';

  it('stay offered until they are restored or discarded', async () => {
    leave(key, 'Half done');
    await open();
    await fillField(title(), 'Something else');
    await userEvent.tab();
    expect(storedDraftsOf()).toEqual([
      expect.stringContaining('Half done'),
      expect.stringContaining('Something else'),
    ]);
    await clickButton('Restore unsaved changes', offer('Half done'));
    expect(title().value).toBe('Half done');
    await clickButton('Restore unsaved changes', offer('Something else'));
    expect(title().value).toBe('Something else');
    expect(offer('Half done')).toBeTruthy();
  });

  it('are kept per new item, the newest first', async () => {
    const first = await open(NewSongForm);
    await fillField(title(), 'First song');
    await userEvent.tab();
    first.unmount();
    const second = await open(NewSongForm);
    await fillField(title(), 'Second song');
    await userEvent.tab();
    second.unmount();
    await open(NewSongForm);
    expect(screen.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Second song'),
      expect.stringContaining('First song'),
    ]);
    await clickButton('Discard', offer('Second song'));
    expect(storedDraftsOf(songs)).toEqual([expect.stringContaining('First song')]);
    await clickButton('Restore unsaved changes', offer('First song'));
    await clickButton('Forget');
    expect(storedDraftsOf(songs)).toEqual([]);
  });

  it('are limited in number and size: the oldest are removed, with a notice', async () => {
    const others = Array.from({ length: 20 }, (_, n) => `${songs}.${n}`);
    for (const [n, name] of others.entries()) leave(name, `Song ${n}`, `2026-05-05T10:${n + 10}:00.000Z`);
    await open();
    await fillField(title(), 'One more');
    await userEvent.tab();
    expect(localStorage.getItem(`${songs}.0`)).toBeNull();
    expect(storedDraftsOf('khmer-learning.draft.1.')).toHaveLength(20);
    expect(screen.getByText('Oldest unsaved changes removed')).toBeTruthy();
    await fillField(title(), 'x'.repeat(2_999_990));
    await userEvent.tab();
    expect(storedDraftsOf('khmer-learning.draft.1.')).toHaveLength(1);
  });
});

describe('the drafts of a user', () => {
  const draft = (savedAt: string, values: object) => JSON.stringify({ savedAt, version: 3, values });

  it('are listed from both storages, the newest first, with form, item, title and time', async () => {
    localStorage.setItem(`${key}.a1-b2`, draft('2026-05-05T10:42:00.000Z', { title: 'River song' }));
    localStorage.setItem(
      'khmer-learning.draft.1.poem.new.a1-b3',
      draft('2026-05-05T10:44:00.000Z', { title: ' ' }),
    );
    localStorage.setItem('khmer-learning.draft.12.song.7.a1-b4', draft('2026-05-05T10:45:00.000Z', {}));
    localStorage.setItem('khmer-learning.draft.1.song.8.a1-b5', 'no draft');
    const copy = 'khmer-learning.draft.1.song.9.a1-b6';
    jest.mocked(keys).mockResolvedValue([copy]);
    jest.mocked(getMany).mockResolvedValue([draft('2026-05-05T10:43:00.000Z', { title: 'Hill song' })]);
    Object.assign(globalThis, { indexedDB: {} });
    const listed = await listStoredDrafts(1);
    Reflect.deleteProperty(globalThis, 'indexedDB');
    expect(listed.map(({ savedAt, ...rest }) => ({ ...rest, savedAt: savedAt.toISOString() }))).toEqual([
      expect.objectContaining({
        form: 'poem',
        itemId: null,
        title: null,
        savedAt: '2026-05-05T10:44:00.000Z',
      }),
      expect.objectContaining({ name: copy, form: 'song', itemId: 9, title: 'Hill song' }),
      expect.objectContaining({ form: 'song', itemId: 7, title: 'River song' }),
    ]);
  });
});

describe('a form that is left', () => {
  it.each([
    ['by Close', () => clickButton('Close')],
    ['by Esc', () => userEvent.keyboard('{Escape}')],
  ])('%s stores the changes, and offers them again', async (_how, close) => {
    const { unmount } = await open(SongDialog);
    await fillField(title(), 'Half done');
    await close();
    await clickButton('Leave', await screen.findByRole('alertdialog'));
    unmount();
    await open(SongDialog);
    expect(isOffered()).toBe(true);
    await clickButton('Restore unsaved changes');
    expect(title().value).toBe('Half done');
  });
});
