import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  Badge,
  Button,
  Callout,
  Checkbox,
  Combobox,
  ConfirmDialog,
  DropdownMenu,
  EmptyState,
  ErrorPanel,
  Heading,
  IconButton,
  MenuItem,
  ProgressBar,
  RadioGroup,
  SegmentedToggle,
  Select,
  Text,
  TextLink,
} from '../index.ts';

test('marks what is written in Khmer as Khmer, and nothing else', () => {
  render(
    <>
      <Text>ខ្ញុំចង់ទៅផ្សារ</Text>
      <Text>Market: ផ្សារ</Text>
      <Text>Market</Text>
      <Text lang="en">ផ្សារ</Text>
    </>,
  );
  const languages = screen.getAllByText(/./).map(({ lang }) => lang);
  expect(languages).toEqual(['km', 'km', '', 'en']);
});

test('marks Khmer in headings and badges as well', () => {
  render(
    <>
      <Heading>ផ្សារ</Heading>
      <Heading>Market</Heading>
      <Badge>ផ្សារ</Badge>
      <Badge>Market</Badge>
    </>,
  );
  expect(screen.getAllByText(/./).map(({ lang }) => lang)).toEqual(['km', '', 'km', '']);
});

const market = 'Market: ផ្សារ';
const options = [{ value: 'market', label: market }] as const;

test.each([
  ['a link', () => <TextLink href="/">{market}</TextLink>],
  ['a text in pieces', () => <Text>Market: {'ផ្សារ'}</Text>],
  ['a button', () => <Button>{market}</Button>],
  ['a message', () => <Callout>{market}</Callout>],
  ['the title of a message', () => <Callout title={market} />],
  ['an empty state', () => <EmptyState title={market} />],
  ['an error', () => <ErrorPanel title="Failed" message={market} />],
  ['a checkbox', () => <Checkbox>{market}</Checkbox>],
  [
    'the value of a select',
    () => <Select aria-label="Lesson" options={options} value="market" onValueChange={() => {}} />,
  ],
  [
    'a radio button',
    () => <RadioGroup aria-label="Lesson" options={options} value="" onValueChange={() => {}} />,
  ],
  [
    'a segment',
    () => <SegmentedToggle aria-label="Lesson" options={options} value="market" onValueChange={() => {}} />,
  ],
  [
    'the title of a question',
    () => (
      <ConfirmDialog
        open
        title={market}
        description="Sure?"
        confirmLabel="Yes"
        onConfirm={() => {}}
        onOpenChange={() => {}}
      />
    ),
  ],
])('marks Khmer in %s', (_name, element) => {
  render(element());
  expect(screen.getByText(market).closest('[lang]')?.getAttribute('lang')).toBe('km');
});

test('marks Khmer in names that only screen readers hear, and in the tooltip', async () => {
  render(
    <>
      <IconButton label={`Edit ${market}`} icon="x" />
      <ProgressBar label={market} value={5} />
      <Combobox aria-label="Lesson" options={options} value="market" onValueChange={() => {}} />
    </>,
  );
  for (const role of ['button', 'progressbar', 'combobox'])
    expect(screen.getAllByRole(role).some(({ lang }) => lang === 'km')).toBe(true);
  await userEvent.hover(screen.getByRole('button', { name: `Edit ${market}` }));
  const [tooltip] = await screen.findAllByText(`Edit ${market}`);
  expect(tooltip?.lang).toBe('km');
});

test('marks Khmer in options and menu items', async () => {
  render(
    <>
      <Combobox aria-label="Lesson" options={options} value="" onValueChange={() => {}} />
      <DropdownMenu trigger={<Button>Open</Button>}>
        <MenuItem onSelect={() => {}}>{market}</MenuItem>
      </DropdownMenu>
    </>,
  );
  await userEvent.click(screen.getByRole('combobox'));
  expect((await screen.findByRole('option', { name: market })).lang).toBe('km');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect((await screen.findByRole('menuitem', { name: market })).lang).toBe('km');
});
