import '@khmer-learning/ui-kit/testing';
import * as consoleKit from '@khmer-learning/console-kit';
import * as consoleSdk from '@khmer-learning/console-sdk';
import * as uiKit from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { render, screen } from '@testing-library/react';
import { Catalogue } from './catalogue.tsx';
import { pageName } from './component-page.ts';
import { pageGroups } from './component-pages.ts';
import { ConsoleFrame } from './console-frame.tsx';

const exportedNames = [uiKit, consoleSdk, consoleKit].flatMap((module) => Object.keys(module));
const pages = pageGroups.flatMap((group) => group.pages);

/** Components show something, and have names that begin with a capital letter. Providers and contexts show nothing. */
const isVisible = (name: string) => /^[A-Z]/.test(name) && !/(Provider|Context|Error)$/.test(name);

afterEach(() => jest.restoreAllMocks());

it('has a page for every visible component of ui-kit, console-sdk and console-kit', () => {
  const shown = new Set(pages.flatMap(({ components }) => Object.keys(components)));
  const exported = exportedNames.filter(isVisible);
  expect(exported.length).toBeGreaterThan(60);
  expect([...exported, 'toast'].filter((name) => !shown.has(name))).toEqual([]);
});

it('has no page for what is not exported, and no component on two pages', () => {
  const shown = pages.flatMap(({ components }) => Object.keys(components));
  const exported = new Set([...exportedNames, 'Icons']);
  expect(shown.filter((name) => !exported.has(name))).toEqual([]);
  expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([]);
});

it.each(pages.map((page) => [pageName(page), page] as const))(
  'shows each state of %s',
  (name, { examples, keyboard }) => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { container } = render(
      <ConsoleFrame>
        <Catalogue search={`?show=${name}&frame`} />
      </ConsoleFrame>,
    );
    const headings = screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent?.toLowerCase());
    for (const state of Object.keys(examples)) expect(headings).toContain(state.toLowerCase());
    expect(screen.queryByText(/ stopped working$/)).toBeNull();
    expect(errors).not.toHaveBeenCalled();
    const body = container.querySelector('main');
    const focusable = body?.querySelector('button, input, textarea, a[href], [tabindex]');
    if (Object.keys(keyboard).length > 0) expect(focusable).not.toBeNull();
  },
);

it('is accessible', async () => {
  render(
    <ConsoleFrame>
      <Catalogue search="?show=FormField" />
    </ConsoleFrame>,
  );
  expect(await axeViolations()).toEqual([]);
});
