import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ViewErrorBoundary } from './view-error-boundary.tsx';

let broken = true;
function View() {
  if (broken) throw new Error('cannot read titles of undefined');
  return <p>Lessons are here</p>;
}

describe('a view that fails while it renders', () => {
  beforeEach(() => {
    broken = true;
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => jest.restoreAllMocks());

  it('shows an error panel in its place, does not affect the rest, and renders again on Try again', async () => {
    render(
      <>
        <p>Sidebar</p>
        <ViewErrorBoundary label="Lessons">
          <View />
        </ViewErrorBoundary>
      </>,
    );
    expect(screen.getByText('Sidebar')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Lessons stopped working');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Lessons are here')).toBeTruthy();
  });

  it('does not take its error into another view', () => {
    const boundary = (id: string) => (
      <ViewErrorBoundary label={id} resetKey={id}>
        <View />
      </ViewErrorBoundary>
    );
    const { rerender } = render(boundary('lessons'));
    broken = false;
    rerender(boundary('quizzes'));
    expect(screen.getByText('Lessons are here')).toBeTruthy();
  });
});
