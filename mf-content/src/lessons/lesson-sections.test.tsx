import { click, type FakeApi, fill, forgetEverything } from '@khmer-learning/console-sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { field, freeText, openLesson, openNewLesson, writableSchool } from '../testing/lesson-bench.tsx';

let api: FakeApi;
const saved = () => api.sent('PATCH', '/api/lessons/7').at(-1);

beforeEach(() => {
  forgetEverything();
  api = writableSchool();
});

describe('sections', () => {
  const tabs = () => screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent);

  it('start on Vocabulary when their title speaks of vocabulary, words or keys', async () => {
    const section = { content: 'x', html: null, ops: null };
    const titles = ['My VOCABULARY', 'Words', 'Keys', 'A short talk'];
    await openLesson(api, { sections: titles.map((title) => ({ ...section, title })) });
    expect(tabs()).toEqual(['Vocabulary', 'Vocabulary', 'Vocabulary', 'Free Text']);
  });

  it('follow their title while they are empty, and stay where they are afterwards', async () => {
    await openNewLesson();
    expect(tabs()).toEqual(['Free Text']);
    await fill(field('Section Title'), 'Key words');
    expect(tabs()).toEqual(['Vocabulary']);
    await fill(field('English Word'), 'Hello');
    await fill(field('Section Title'), 'Greetings');
    expect(tabs()).toEqual(['Vocabulary']);
  });

  it('are added empty, and removed only while there are more than one', async () => {
    await openNewLesson();
    expect(screen.queryByRole('button', { name: /Remove section/ })).toBeNull();
    await click('Add Section');
    expect(screen.getByRole('region', { name: 'Section 2' })).toBeTruthy();
    await click('Remove section 2');
    expect(screen.queryByRole('region', { name: 'Section 2' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Remove section/ })).toBeNull();
  });

  it('with something in them are removed after a question', async () => {
    await openLesson(api);
    await click('Remove section 1');
    await click('Cancel', screen.getByRole('alertdialog'));
    expect(screen.getByRole('region', { name: 'Section 2' })).toBeTruthy();
    await click('Remove section 1');
    await click('Remove section', screen.getByRole('alertdialog'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Section 2' })).toBeNull());
    expect(field('Section Title').value).toBe('A short talk');
  });

  it('show the same text in both tabs, and keep a row filled in partly', async () => {
    await openNewLesson();
    await fill(field('Section Title'), 'Key words');
    await fill(field('English Word'), 'Hello');
    await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
    expect(freeText().value).toBe('Hello');
    await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
    expect(field('English Word')).toHaveProperty('value', 'Hello');
    await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
    await fill(freeText(), 'Hello [suo-sdey] : សួស្តី\nand more');
    await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
    expect(screen.getByText('1 line is not in vocabulary format')).toBeTruthy();
  });

  it('with formatting keep it untouched, and lose it only when the author says so', async () => {
    const formatted = {
      title: 'Talk',
      content: 'Hello',
      html: '<p><b>Hello</b></p>',
      ops: [{ insert: 'Hello' }],
    };
    await openLesson(api, { sections: [formatted] });
    expect(freeText().disabled).toBe(true);
    await fill(field('Title'), 'Hello!');
    await click('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ sections: [formatted] });

    await click('Edit');
    await click('Remove formatting and edit');
    await fill(freeText(), 'Good day');
    await click('Publish Lesson');
    await waitFor(() =>
      expect(saved()?.body).toMatchObject({
        sections: [{ title: 'Talk', content: 'Good day', html: null, ops: null }],
      }),
    );
  });
});
