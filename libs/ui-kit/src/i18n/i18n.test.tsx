import '../testing.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  DateText,
  defineMessages,
  defineServerMessages,
  FormField,
  formatNumber,
  formatSchoolTime,
  formatTotal,
  KitProvider,
  LanguageToggle,
  loadMessages,
  Pagination,
  setLanguage,
  setNumerals,
  startLanguage,
  TextInput,
  toPseudoLocale,
  translateServerMessage,
} from '../index.ts';

const en = {
  'list.empty': 'No lessons found',
  'list.deleted': '{count, plural, one {# lesson} other {# lessons}} deleted',
  'list.of': '{count} of {name}',
  'list.help': 'Press <b>Save</b> for {name}',
} as const;
const km: Record<keyof typeof en, string> = {
  'list.empty': 'រកមិនឃើញមេរៀនទេ',
  'list.deleted': 'បានលុបមេរៀន {count, plural, other {#}}',
  'list.of': '{count} នៃ {name}',
  'list.help': 'ចុច <b>រក្សាទុក</b> សម្រាប់ {name}',
};
const { useMessages, message } = defineMessages('sample', { en, load: { km: async () => ({ km }) } });

const setLanguages = (tags: readonly string[]) => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
};

beforeEach(async () => {
  await act(() => setLanguage('en'));
  act(() => setNumerals('latn'));
  localStorage.clear();
});
afterEach(() => jest.restoreAllMocks());

function Sample() {
  const t = useMessages();
  return <p>{t('list.empty')}</p>;
}

describe('a message', () => {
  it('is English with its plural at first', () => {
    expect(message('list.empty')).toBe('No lessons found');
    expect(message('list.deleted', { count: 1 })).toBe('1 lesson deleted');
    expect(message('list.deleted', { count: 1_200 })).toBe('1,200 lessons deleted');
    expect(message('list.of', { count: 1_200, name: 'Greetings' })).toBe('1200 of Greetings');
  });

  it('changes with the language, in components, too', async () => {
    render(<Sample />);
    await act(() => setLanguage('km'));
    expect(screen.getByText('រកមិនឃើញមេ\u2060រៀនទេ')).toBeTruthy();
    expect(message('list.deleted', { count: 1 })).toBe('បានលុបមេ\u2060រៀន 1');
    expect(message('list.deleted', { count: 3 })).toBe('បានលុបមេ\u2060រៀន 3');
  });

  it('has Khmer digits for numbers when they are chosen, and never in names', async () => {
    await act(() => setLanguage('km'));
    act(() => setNumerals('khmr'));
    expect(message('list.deleted', { count: 12 })).toBe('បានលុបមេ\u2060រៀន ១២');
    expect(message('list.of', { count: 12, name: 'Lesson 7' })).toBe('១២ នៃ Lesson 7');
  });

  it('keeps compounds of Khmer on one line, wherever they are in a text', async () => {
    const users = defineMessages('users', {
      en: { all: '{count, plural, one {# user} other {# users}} of {name}', rich: '<b>Users</b>' },
      load: {
        km: async () => ({
          km: { all: 'អ្នកប្រើ {count, plural, other {# អ្នកប្រើ}}របស់ {name}', rich: '<b>អ្នកប្រើ</b>' },
        }),
      },
    });
    await act(() => setLanguage('km'));
    const user = 'អ្នក\u2060ប្រើ';
    expect(users.message('all', { count: 2, name: 'អ្នកប្រើ' })).toBe(`${user} 2 ${user}របស់ អ្នកប្រើ`);
    render(<p>{users.message.rich('rich', { b: (content) => <b>{content}</b> })}</p>);
    expect(screen.getByText(user).tagName).toBe('B');

    const khmer = { 'Unknown user': 'មិនស្គាល់អ្នកប្រើ' };
    defineServerMessages({ km: async () => ({ km: khmer }) });
    await loadMessages();
    expect(translateServerMessage('Unknown user')).toBe(`មិនស្គាល់${user}`);
  });

  it('keeps arguments, tags and plurals in the pseudo-locale', async () => {
    await act(() => setLanguage('en-XA'));
    expect(message('list.empty')).toBe('[Ñö léssöñs föüñd]');
    expect(message('list.deleted', { count: 1 })).toBe('[1 léssöñ délétéd]');
    expect(message('list.deleted', { count: 2 })).toBe('[2 léssöñs délétéd]');
    expect(toPseudoLocale('Press <b>Save</b> for {name}')).toBe('[Préss <b>Sávé</b> för {name}]');
  });

  it('shows elements for its tags, and tags of values as text', () => {
    render(
      <p>
        {message.rich('list.help', { b: (content) => <strong>{content}</strong> }, { name: '<b>you</b>' })}
      </p>,
    );
    expect(screen.getByText('Save').tagName).toBe('STRONG');
    expect(document.querySelector('p')?.textContent).toBe('Press Save for <b>you</b>');
    expect(document.querySelectorAll('strong')).toHaveLength(1);
  });
});

describe('a catalogue', () => {
  it('shows English when its texts cannot be loaded, says so once, and loads them again later', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const load = jest.fn<Promise<{ km: { title: string } }>, []>().mockRejectedValue(new Error('offline'));
    const other = defineMessages('broken', { en: { title: 'Title' }, load: { km: load } });
    await act(() => setLanguage('km'));
    expect(other.message('title')).toBe('Title');
    await act(() => loadMessages());
    expect(warn).toHaveBeenCalledTimes(1);
    load.mockResolvedValue({ km: { title: 'ចំណងជើង' } });
    await act(() => loadMessages());
    expect(other.message('title')).toBe('ចំណង\u2060ជើង');
  });

  it('without Khmer texts stays English', async () => {
    const other = defineMessages('plain', { en: { title: 'Title' }, load: {} });
    await act(() => setLanguage('km'));
    expect(other.message('title')).toBe('Title');
  });

  it('does not mix with another one of the same name', () => {
    const one = defineMessages('twice', { en: { title: 'One' }, load: {} });
    const other = defineMessages('twice', { en: { title: 'Other' }, load: {} });
    expect([one.message('title'), other.message('title')]).toEqual(['One', 'Other']);
  });

  it('is loaded with code that arrives after the choice of the language', async () => {
    await act(() => setLanguage('km'));
    const late = defineMessages('late', {
      en: { title: 'Title' },
      load: { km: async () => ({ km: { title: 'យឺត' } }) },
    });
    await waitFor(() => expect(late.message('title')).toBe('យឺត'));
  });
});

describe('the language of the page', () => {
  it.each([
    [['km-KH', 'en'], 'km'],
    [['fr', 'km'], 'km'],
    [['en-GB', 'km'], 'en'],
    [['fr'], 'en'],
  ])('is the first one of %j that the console has', async (tags, expected) => {
    setLanguages(tags);
    render(<KitProvider>{null}</KitProvider>);
    await act(() => startLanguage());
    expect(document.documentElement.lang).toBe(expected);
  });

  it('is the one chosen in this browser, whatever the browser prefers', async () => {
    setLanguages(['en']);
    render(
      <KitProvider>
        <LanguageToggle />
      </KitProvider>,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'ខ្មែរ' }));
    expect(await screen.findByRole('radiogroup', { name: 'ភាសា' })).toBeTruthy();
    await act(() => startLanguage());
    expect(document.documentElement.lang).toBe('km');
  });

  it('is that of the user, which is not stored in this browser', async () => {
    await act(() => startLanguage({ language: 'km', numerals: 'khmr' }));
    expect(message('list.of', { count: 3, name: 'x' })).toBe('៣ នៃ x');
    await act(() => startLanguage({ language: null, numerals: null }));
    expect(message('list.of', { count: 3, name: 'x' })).toBe('3 of x');
  });

  it('and its digits are those that were chosen in another tab', async () => {
    await act(() => startLanguage());
    render(<Sample />);
    const chooseInOtherTab = (key: string, value: string) =>
      act(async () => {
        localStorage.setItem(key, value);
        window.dispatchEvent(new StorageEvent('storage', { key }));
      });
    await chooseInOtherTab('khmer-learning.language', 'km');
    expect(await screen.findByText('រកមិនឃើញមេ\u2060រៀនទេ')).toBeTruthy();
    await chooseInOtherTab('khmer-learning.numerals', 'khmr');
    expect(formatNumber(12)).toBe('១២');
  });

  it('stays that of the user when other digits are chosen in another tab', async () => {
    await act(() => startLanguage({ language: 'km', numerals: 'latn' }));
    localStorage.setItem('khmer-learning.numerals', 'khmr');
    await act(async () => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'khmer-learning.numerals' }));
    });
    expect(message('list.of', { count: 3, name: 'x' })).toBe('៣ នៃ x');
  });

  it('is the last one chosen, in whichever order the texts arrive', async () => {
    let arrive = () => {};
    defineMessages('slow', {
      en: { title: 'Title' },
      load: { km: () => new Promise((done) => (arrive = () => done({ km: { title: 'យឺត' } }))) },
    });
    const khmer = setLanguage('km');
    await act(() => setLanguage('en'));
    arrive();
    await act(() => khmer);
    expect(message('list.empty')).toBe('No lessons found');
  });

  it('formats numbers, times and ranges', async () => {
    const paging = { offset: 0, limit: 15, total: 1_042, totalIsEstimate: true };
    expect(formatTotal(paging)).toBe('about 1,042');
    await act(() => setLanguage('km'));
    act(() => setNumerals('khmr'));
    expect(formatNumber(1_042)).toBe('១,០៤២');
    expect(formatSchoolTime(Date.UTC(2026, 4, 4, 12), { dateStyle: 'medium' })).toBe('៤ ឧសភា ២០២៦');
    expect(formatSchoolTime(Date.UTC(2026, 4, 4, 12), { dateStyle: 'full' })).toBe('ថ្ងៃចន្ទ ៤ ឧសភា ២០២៦');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    render(
      <>
        <Pagination {...paging} onOffsetChange={() => {}} />
        <DateText at={yesterday} />
      </>,
    );
    expect(screen.getByRole('status').textContent).toBe('បង្ហាញ ១ ដល់ ១៥ នៃ ប្រហែល ១,០៤២');
    expect(document.querySelector('time')?.textContent).toBe('ម្សិលមិញ');
  });
});

describe('a message of a server or a schema', () => {
  defineServerMessages({
    km: async () => ({
      km: {
        'Title is required': 'ត្រូវការចំណងជើង',
        'Must be at most {max} characters (of {sum})': 'យ៉ាងច្រើន {max} ({sum})',
        '{thing} "{title}" not found': 'រកមិនឃើញ{thing} “{title}” ទេ',
        'Not imported: {reason}': 'មិនបាននាំចូល៖ {reason}',
        'Allowed: {values}': 'អនុញ្ញាត៖ {values}',
        Lesson: 'មេរៀន',
      },
    }),
  });

  it('stays English on an English page, and if it has no translation', async () => {
    expect(translateServerMessage('Title is required')).toBe('Title is required');
    await act(() => setLanguage('km'));
    expect(translateServerMessage('Something new')).toBe('Something new');
  });

  it('is translated with its arguments', async () => {
    await act(() => setLanguage('km'));
    act(() => setNumerals('khmr'));
    expect(translateServerMessage('Must be at most 255 characters (of 300)')).toBe('យ៉ាងច្រើន ២៥៥ (៣០០)');
  });

  it('is marked in the pseudo-locale if it has a translation', async () => {
    await act(() => setLanguage('en-XA'));
    expect(translateServerMessage('Title is required')).toBe('[Títlé ís réqüíréd]');
    expect(translateServerMessage('Nobody has translated this')).toBe('Nobody has translated this');
  });

  it('is translated with the things and reasons in it, but not with what people have written', async () => {
    await act(() => setLanguage('km'));
    expect(translateServerMessage('Not imported: Lesson "Lesson" not found')).toBe(
      'មិនបាននាំ\u2060ចូល៖ រកមិនឃើញមេ\u2060រៀន “Lesson” ទេ',
    );
    expect(translateServerMessage('Poem "Ant" not found')).toBe('រកមិនឃើញPoem “Ant” ទេ');
  });

  it('is translated with the names of things that a catalogue has', async () => {
    const en = { 'itemType.song': 'Song' };
    defineMessages('songs', { en, load: { km: async () => ({ km: { 'itemType.song': 'ចម្រៀង' } }) } });
    await act(() => setLanguage('km'));
    expect(translateServerMessage('Song "Ant" not found')).toBe('រកមិនឃើញចម្រៀង “Ant” ទេ');
    expect(translateServerMessage('Allowed: Song, Poem, Song')).toBe('អនុញ្ញាត៖ ចម្រៀង, Poem, ចម្រៀង');
  });

  it('is translated as one of several that are joined, if all have a translation', async () => {
    await act(() => setLanguage('km'));
    expect(translateServerMessage('Title is required; Must be at most 9 characters (of 10)')).toBe(
      'ត្រូវការចំណង\u2060ជើង; យ៉ាងច្រើន 9 (10)',
    );
    expect(translateServerMessage('Title is required. Try again. Title is required')).toBe(
      'Title is required. Try again. Title is required',
    );
  });

  it('is translated as the error of a field', async () => {
    render(
      <FormField label="Title" error="Title is required">
        <TextInput />
      </FormField>,
    );
    await act(() => setLanguage('km'));
    expect(screen.getByText('ត្រូវការចំណង\u2060ជើង')).toBeTruthy();
  });
});
