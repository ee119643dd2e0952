import { useFeatureFlag } from '@khmer-learning/console-sdk';
import { renderView } from '@khmer-learning/console-sdk/testing';
import { screen } from '@testing-library/react';

/** A view with a part behind a feature flag, as a remote writes it (docs/remotes.md). */
function QuizzesWithFlag() {
  return useFeatureFlag('new-editor') ? <p>The new editor</p> : <p>The editor</p>;
}

it('shows what a feature flag of the remote turns on', () => {
  renderView(QuizzesWithFlag, 'quizzes', { flags: { 'new-editor': true } });
  expect(screen.getByText('The new editor')).toBeTruthy();
});

it('has a flag off unless a test turns it on', () => {
  renderView(QuizzesWithFlag, 'quizzes');
  expect(screen.getByText('The editor')).toBeTruthy();
});
