import '../testing.ts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, Dialog, type DialogProps, FormField, KitProvider, TextInput, toast } from '../index.ts';
import { axeViolations } from '../testing.ts';

function Page({ refuse = false, ...rest }: Partial<DialogProps> & { refuse?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog
        title="Edit User"
        footer={<Button variant="primary">Save</Button>}
        {...rest}
        open={open}
        onOpenChange={(next) => setOpen(refuse ? true : next)}
      >
        {rest.children ?? (
          <FormField label="First Name">
            <TextInput />
          </FormField>
        )}
      </Dialog>
    </main>
  );
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  return screen.findByRole('dialog', { name: 'Edit User' });
}

test('focuses the first field, traps focus and returns it', async () => {
  render(<Page />);
  const dialog = await open();
  expect(document.activeElement).toBe(within(dialog).getByLabelText('First Name'));

  const visited = new Set<Element | null>();
  for (let step = 0; step < 6; step += 1) {
    await userEvent.tab();
    visited.add(document.activeElement);
  }
  expect([...visited].every((element) => dialog.contains(element))).toBe(true);
  expect(visited.size).toBe(3);

  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })));
});

test('without a field focuses the dialog itself, to be read from the top', async () => {
  render(<Page>Nothing to fill in</Page>);
  const dialog = await open();
  expect(document.activeElement).toBe(dialog);
});

test('closes on the first Esc while a toast is on screen', async () => {
  render(
    <KitProvider>
      <Page />
    </KitProvider>,
  );
  await screen.findByRole('region', { name: /Notifications/, hidden: true });
  await open();
  act(() => toast.success('Saved'));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the close button closes it', async () => {
  render(<Page />);
  const dialog = await open();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('stays open when the parent refuses to close it', async () => {
  render(<Page refuse />);
  const dialog = await open();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('dialog', { name: 'Edit User' })).toBeTruthy();
});

test('the page behind is hidden and does not scroll', async () => {
  render(<Page />);
  await open();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(true);
});

test.each(['small', 'medium', 'large', 'full'] as const)('has no axe violations (%s)', async (size) => {
  render(<Page size={size} description="Change the names" />);
  const dialog = await open();
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Change the names',
  );
  expect(await axeViolations(dialog)).toEqual([]);
});

test('marks a title and a description in Khmer as Khmer', async () => {
  render(<Page title="ផ្សារ" description="នៅផ្សារ" />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'ផ្សារ' });
  expect(within(dialog).getByRole('heading', { name: 'ផ្សារ' }).lang).toBe('km');
  expect(within(dialog).getByText('នៅផ្សារ').lang).toBe('km');
});
