import '../testing.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, DeleteDialog, Dialog, KitProvider, toast } from '../index.ts';
import { axeViolations } from '../testing.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';

function List(props: Pick<DeleteDialogProps, 'onConfirm'> & Partial<DeleteDialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Delete Vocabulary</Button>
      <DeleteDialog
        itemType="lesson type"
        itemName="Vocabulary"
        {...props}
        open={open}
        onOpenChange={setOpen}
      />
    </main>
  );
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Delete Vocabulary' }));
  return screen.findByRole('alertdialog', { name: 'Confirm Deletion' });
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('asks in the words of the specification, with the name and the consequence', async () => {
  render(<List onConfirm={() => {}} consequence="3 lessons will be deleted as well" />);
  const dialog = await open();
  expect(dialog.textContent).toContain('This action cannot be undone.');
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete this lesson type? This will permanently remove all content and associated data.',
  );
  expect(screen.getByText('Vocabulary')).toBeTruthy();
  expect(screen.getByText('3 lessons will be deleted as well')).toBeTruthy();
  expect(await axeViolations(dialog)).toEqual([]);
});

test('says for how long the item can be brought back', async () => {
  render(<List onConfirm={() => {}} restorableDays={30} />);
  const dialog = await open();
  expect(dialog.textContent).toContain('This action cannot be undone.');
  expect(screen.getByText('Restorable for 30 days under Recently deleted')).toBeTruthy();
});

test('can wait for something else before it deletes', async () => {
  const confirmed = jest.fn();
  render(
    <List onConfirm={confirmed} confirmDisabled>
      <input aria-label="Type its name" />
    </List>,
  );
  const dialog = await open();
  expect(screen.getByLabelText('Type its name')).toBeTruthy();
  await userEvent.click(button('Delete'));
  expect(confirmed).not.toHaveBeenCalled();
  expect(await axeViolations(dialog)).toEqual([]);
});

test('marks a name in Khmer', async () => {
  render(<List itemName="វាក្យសព្ទ" onConfirm={() => {}} />);
  await open();
  expect(screen.getByText('វាក្យសព្ទ').lang).toBe('km');
});

test('starts on Cancel, which deletes nothing', async () => {
  const confirmed = jest.fn();
  render(<List onConfirm={confirmed} />);
  await open();
  expect(document.activeElement).toBe(button('Cancel'));
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(confirmed).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(button('Delete Vocabulary')));
});

test('inside another dialog, with a toast on screen: one Esc closes one dialog', async () => {
  const closed = jest.fn();
  render(
    <KitProvider>
      <Dialog open onOpenChange={closed} title="Lesson types">
        <List onConfirm={() => {}} />
      </Dialog>
    </KitProvider>,
  );
  await screen.findByRole('region', { name: /Notifications/, hidden: true });
  await open();
  act(() => toast.success('Saved'));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledWith(false);
});

test('is busy and cannot be closed while deleting, and closes when it is done', async () => {
  let done = () => {};
  const confirmed = jest.fn(
    () =>
      new Promise<void>((resolve) => {
        done = resolve;
      }),
  );
  render(<List onConfirm={confirmed} />);
  await open();
  await userEvent.click(button('Delete'));

  expect(button('Deleting...').disabled).toBe(true);
  expect(button('Cancel').disabled).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeTruthy();

  await act(async () => done());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(confirmed).toHaveBeenCalledTimes(1);
});

test('a failure is shown in the dialog, can be retried, and is not shown the next time', async () => {
  const confirmed = jest
    .fn()
    .mockRejectedValueOnce(new Error('Lesson type not found'))
    .mockResolvedValue(undefined);
  render(<List onConfirm={confirmed} />);
  await open();
  await userEvent.click(button('Delete'));
  expect((await screen.findByRole('alert')).textContent).toBe('Lesson type not found');
  expect(button('Delete').disabled).toBe(false);

  await userEvent.click(button('Cancel'));
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(button('Delete'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('the text of a failure can be customized', async () => {
  const failing = () => Promise.reject(new Error('404: {"message":"Lesson type not found"}'));
  render(<List onConfirm={failing} describeError={() => 'Failed to delete lesson type'} />);
  await open();
  await userEvent.click(button('Delete'));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete lesson type');
});
