import { type ComponentPage, pageName } from './component-page.ts';
import * as actions from './pages/actions.tsx';
import * as consoleForms from './pages/console-forms.tsx';
import * as consoleItems from './pages/console-items.tsx';
import * as consoleLists from './pages/console-lists.tsx';
import * as consoleViews from './pages/console-views.tsx';
import * as data from './pages/data.tsx';
import * as feedback from './pages/feedback.tsx';
import * as forms from './pages/forms.tsx';
import * as layout from './pages/layout.tsx';
import * as overlays from './pages/overlays.tsx';
import * as textAndIcons from './pages/text-and-icons.tsx';

const group = (name: string, modules: Readonly<Record<string, ComponentPage>>) => ({
  name,
  pages: Object.values(modules).sort((one, other) => pageName(one).localeCompare(pageName(other))),
});

/** All pages, as in the navigation. A test compares them with the exports of ui-kit, console-sdk and console-kit. */
export const pageGroups = [
  group('Actions', actions),
  group('Data', data),
  group('Feedback', feedback),
  group('Forms', forms),
  group('Layout', layout),
  group('Overlays', overlays),
  group('Text and icons', textAndIcons),
  group('Console: lists', consoleLists),
  group('Console: forms', { ...consoleForms, ...consoleItems }),
  group('Console: views', consoleViews),
];
