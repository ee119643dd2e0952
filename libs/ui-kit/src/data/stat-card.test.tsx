import { render, screen } from '@testing-library/react';
import { Avatar, initials, LevelBadge, StatCard, StatusBadge } from '../index.ts';
import { axeViolations, jsdomComputedStyle } from '../testing.ts';

const colorOf = (element: Element) => jsdomComputedStyle(element).color;

test.each([
  [12.5, undefined, '+12.5%', 'var(--kl-green-text)'],
  [-3.256, undefined, '-3.26%', 'var(--kl-text-muted)'],
  [0, undefined, '0%', 'var(--kl-text-muted)'],
  [4, 2, '+4.00%', 'var(--kl-green-text)'],
  [0, 2, '0.00%', 'var(--kl-text-muted)'],
])('a growth of %s with %s decimals reads %s', async (growth, decimals, text, color) => {
  render(
    <StatCard
      label="Total Users"
      value="1.2K"
      growth={growth}
      {...(decimals === undefined ? {} : { growthDecimals: decimals })}
    />,
  );
  const figure = screen.getByText(text);
  const rest = growth < 0 ? ': this one is not over' : '';
  expect(figure.parentElement?.textContent).toBe(`${text} from last month${rest}`);
  expect(colorOf(figure)).toBe(color);
});

test('a card leads to its list as a whole, and its curve says what it shows', async () => {
  render(
    <StatCard
      label="Total Users"
      value="4"
      href="#/users"
      curve={{ values: [1, 1, 4], label: 'Last 3 days: from 1 to 4' }}
    />,
  );
  expect(screen.getByRole('link', { name: 'Total Users' }).getAttribute('href')).toBe('#/users');
  const line = screen.getByRole('img', { name: 'Last 3 days: from 1 to 4' }).querySelector('polyline');
  expect(line?.getAttribute('points')).toBe('0.0,22.0 50.0,22.0 100.0,2.0');
  expect(await axeViolations()).toEqual([]);
});

test('a curve of equal values is a line in the middle', () => {
  render(<StatCard label="Total Users" value="0" curve={{ values: [0, 0], label: 'Nothing' }} />);
  const line = screen.getByRole('img', { name: 'Nothing' }).querySelector('polyline');
  expect(line?.getAttribute('points')).toBe('0.0,12.0 100.0,12.0');
});

test('levels are green, yellow and red', async () => {
  render(
    <>
      <LevelBadge level="Beginner" />
      <LevelBadge level="Intermediate" />
      <LevelBadge level="Advanced" />
    </>,
  );
  const colors = ['Beginner', 'Intermediate', 'Advanced'].map((level) => colorOf(screen.getByText(level)));
  expect(colors).toEqual(['var(--kl-green-text)', 'var(--kl-yellow-text)', 'var(--kl-red-text)']);
  expect(await axeViolations()).toEqual([]);
});

test.each([
  ['draft', 'Draft', 'grey'],
  ['published', 'Published', 'green'],
  ['never_heard_of', 'Never heard of', 'grey'],
])('the status %s reads %s in %s', (status, text, tone) => {
  render(<StatusBadge status={status} />);
  expect(colorOf(screen.getByText(text))).toBe(`var(--kl-${tone}-text)`);
});

test('a status has the tone that the caller passes', () => {
  render(<StatusBadge status="partially_refunded" tone="greyBlue" />);
  expect(colorOf(screen.getByText('Partially refunded'))).toBe('var(--kl-grey-blue-text)');
});

test('initials are the first letters of the first and the last name, whole in Khmer too', () => {
  expect(initials('Sokha Chan')).toBe('SC');
  expect(initials('  maria  del carmen ruiz ')).toBe('MR');
  expect(initials('Sokha')).toBe('S');
  expect(initials('សុខា ចាន់')).toBe('សុចា');
  expect(initials(' ')).toBe('?');
  render(<Avatar name="Sokha Chan" />);
  expect(screen.getByText('SC').getAttribute('aria-hidden')).toBe('true');
  render(<Avatar name="សុខា ចាន់" size={22} />);
  expect(screen.getByText('សុ')).toBeTruthy();
});
