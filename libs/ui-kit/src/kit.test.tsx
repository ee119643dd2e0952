import './testing.ts';
import { act, render, screen } from '@testing-library/react';
import { Button, KitProvider, toast } from './index.ts';

test('shows a toast that was asked for from outside React', async () => {
  render(
    <KitProvider>
      <Button>Save</Button>
    </KitProvider>,
  );
  act(() => toast.success('Lesson created successfully'));
  expect(await screen.findByText('Lesson created successfully')).toBeTruthy();
});
