import { clickButton, type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import {
  fakeWritableContentApi,
  getField,
  openLesson,
  openNewLesson,
} from '../testing/lesson-test-utils.tsx';

let api: FakeApi;
beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
});

describe('Show Preview in the lesson form', () => {
  it('shows the lesson with the form’s current values', async () => {
    await openLesson(api);
    await fillField(getField('Title'), 'Good morning');
    await clickButton('Show Preview');
    const preview = await screen.findByRole('dialog', { name: 'Good morning' });
    expect(within(preview).getByText('Vocabulary')).toBeTruthy();
    expect(within(preview).getByText('[suo-sdey]')).toBeTruthy();
    await clickButton('Close', preview);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Good morning' })).toBeNull());
    expect(getField('Title').value).toBe('Good morning');
    expect(api.sent('PATCH', '/api/lessons/7')).toHaveLength(0);
  });

  it('needs a title', async () => {
    await openNewLesson();
    await clickButton('Show Preview');
    expect(await screen.findByText('Title is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(getField('Title')));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('needs no type, level or text', async () => {
    await openNewLesson();
    await fillField(getField('Title'), 'Only a title');
    await clickButton('Show Preview');
    const preview = await screen.findByRole('dialog', { name: 'Only a title' });
    expect(within(preview).getByText('No content sections added yet')).toBeTruthy();
    expect(within(preview).getByText('📖')).toBeTruthy();
  });
});
