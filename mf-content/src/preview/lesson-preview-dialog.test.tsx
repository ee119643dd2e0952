import { renderView } from '@khmer-learning/console-sdk/testing';
import { axeViolations, jsdomComputedStyle } from '@khmer-learning/ui-kit/testing';
import { screen, within } from '@testing-library/react';
import { greetingsLesson, readingLessonType } from '../testing/content-fixtures.ts';
import { LessonPreviewDialog } from './lesson-preview-dialog.tsx';
import { type PreviewedLesson, unknownLessonType } from './previewed-lesson.tsx';

function show(changes: Partial<PreviewedLesson> = {}) {
  const lesson = { ...greetingsLesson, ...changes };
  renderView(() => <LessonPreviewDialog lesson={lesson} onClose={() => {}} />, 'lessons');
  return screen.getByRole('dialog');
}

const withHtml = (html: string) => show({ sections: [{ title: 'Talk', content: 'Plain text', html }] });

describe('the preview of a lesson', () => {
  it('shows icon, title, description, type, level, sections and the note', async () => {
    const dialog = show();
    expect(within(dialog).getByRole('heading', { name: 'Greetings' })).toBeTruthy();
    for (const text of [
      '📖',
      'Say hello',
      'Vocabulary',
      'Beginner',
      'Key words',
      'A short talk',
      'This is a preview of how your lesson will appear to students',
    ]) {
      expect(within(dialog).getByText(text)).toBeTruthy();
    }
    expect(within(dialog).getByText('[suo-sdey]')).toBeTruthy();
    expect(within(dialog).getByText('សួស្តី').lang).toBe('km');
    expect(within(dialog).getByText(/A: Hello!/).textContent).toBe('A: Hello!\n\nB: Hello!');
  });

  it('shows the image of a type in file mode', () => {
    const dialog = show({ lessonType: readingLessonType });
    expect(dialog.querySelector('img')?.getAttribute('src')).toContain('/uploads/icon-reading.svg');
  });

  it('has a book and no badges for a type that is not found and a level that is not chosen', () => {
    const dialog = show({ lessonType: unknownLessonType, level: '' });
    expect(within(dialog).getByText('📖')).toBeTruthy();
    expect(within(dialog).queryByText('Vocabulary')).toBeNull();
    expect(within(dialog).queryByText('Beginner')).toBeNull();
  });

  it('breaks a long word in the title of a section, as on a phone', () => {
    const title = 'Pneumono'.repeat(20);
    const dialog = show({ sections: [{ title, content: 'A word' }] });
    const { minWidth, overflowWrap } = jsdomComputedStyle(
      within(dialog).getByRole('heading', { name: title }),
    );
    expect({ minWidth, overflowWrap }).toEqual({ minWidth: '0', overflowWrap: 'anywhere' });
  });

  it('says when there are no sections', async () => {
    const dialog = show({ sections: [] });
    expect(within(dialog).getByText('No content sections added yet')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows html in place of the plain content', () => {
    const dialog = withHtml('<p>Formatted <strong>text</strong></p>');
    expect(dialog.querySelector('strong')?.textContent).toBe('text');
    expect(within(dialog).queryByText('Plain text')).toBeNull();
  });
});

describe('html in a preview', () => {
  it.each([
    ['a script', '<p>x</p><script>alert(1)</script>'],
    ['a handler', '<img src="/uploads/a.png" onerror="alert(1)">'],
    ['a drawing', '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>'],
    ['a formula', '<math><mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></mtext></math>'],
    ['a style', '<p style="position:fixed">x</p><style>*{display:none}</style>'],
    ['a form', '<form action="https://evil.example"><input name="password"></form>'],
    ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['a script address', '<a href="javascript:alert(1)">x</a>'],
    ['a data page', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
    ['a data drawing', '<img src="data:image/svg+xml;base64,PHN2Zz4=">'],
  ])('has no %s', (_what, html) => {
    const { innerHTML } = withHtml(`${html}<p>after</p>`).querySelector('[data-html]') ?? { innerHTML: '?' };
    expect(innerHTML).toContain('after');
    expect(innerHTML).not.toMatch(/script|\son|svg|math|style|form|input|iframe|data:|alert\(/i);
  });

  it.each([
    ['pictures of ours, of the web and of its own', '/uploads/a.png'],
    ['pictures of the web', 'https://example.org/a.png'],
    ['pictures in the text', 'data:image/png;base64,iVBORw0KGgo='],
  ])('keeps %s', (_what, source) => {
    expect(
      withHtml(`<img src="${source}" alt="A river">`).querySelector('[alt="A river"]')?.getAttribute('src'),
    ).toBe(source);
  });

  it('opens links in a new tab', () => {
    withHtml('<p><a href="https://example.org/">A page</a></p>');
    const link = screen.getByRole('link', { name: 'A page' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener nofollow');
  });
});
