import '../testing.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { IconButton, PencilIcon, TooltipProvider, TrashIcon } from '../index.ts';

const shown = () => screen.queryByRole('tooltip')?.textContent;
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const enter = (name: string) =>
  fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' });
const leave = (name: string) => {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' });
  // The pointer leaves the button and the tooltip.
  fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 900, clientY: 900 });
};

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <TooltipProvider>
      <IconButton label="Edit" icon={<PencilIcon aria-hidden="true" />} />
      <IconButton label="Delete" icon={<TrashIcon aria-hidden="true" />} />
    </TooltipProvider>,
  );
});

afterEach(() => jest.useRealTimers());

test('opens after 700 ms under the pointer', () => {
  enter('Edit');
  wait(690);
  expect(shown()).toBeUndefined();
  wait(20);
  expect(shown()).toBe('Edit');
});

test('does not open when focus returns after a click', () => {
  const button = screen.getByRole('button', { name: 'Edit' });
  const matches = jest.spyOn(button, 'matches').mockReturnValue(false);
  act(() => button.focus());
  wait(710);
  expect(matches).toHaveBeenCalledWith(':focus-visible');
  expect(shown()).toBeUndefined();
});

test('within 300 ms of one closing, the next opens at once', () => {
  enter('Edit');
  wait(710);
  leave('Edit');
  wait(250);
  enter('Delete');
  wait(1);
  expect(shown()).toBe('Delete');
});

test('later than that, the next waits again', () => {
  enter('Edit');
  wait(710);
  leave('Edit');
  wait(350);
  enter('Delete');
  wait(1);
  expect(shown()).toBeUndefined();
});
