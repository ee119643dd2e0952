import { z } from 'zod';
import { consoleRoles } from '../manifest/console-roles.ts';
import { viewIconNames } from '../manifest/icon-names.ts';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';

/** The fields of every extension, whatever its point. */
const extensionFields = {
  /** Unique among the remote's extensions of the same point. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** Lower values come first, whichever remote they are from. */
  order: z.number().int(),
  /** Who sees it. Default: everybody with a console session. */
  roles: z.array(z.enum(consoleRoles)).min(1).optional(),
};

/** A field of the response of `GET /api/dashboard/stats`, as a path: `recent.lessons`. What it does not have is not shown. */
const statsFieldSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)*$/);

/** A view that an extension leads to, and the filters of its list: the values of its address (`#/lessons?status=draft`). */
const viewLinkSchema = z.strictObject({
  /** The id of the view. Without a view of this id that the user may see, nothing is linked. */
  view: z.string().min(1),
  filters: z.record(z.string(), z.string()).optional(),
  /** What its list is sorted by, as its API takes it: `updatedAt`, `-updatedAt`. */
  sort: z.string().min(1).optional(),
});
/** A view that an extension leads to, and the filters and the order of its list. */
export type ViewLink = z.infer<typeof viewLinkSchema>;

/** The name of an entity, as in the audit log and in events: `lesson`. What shows such an item shows the extensions of that entity. */
const entitySchema = z.string().regex(/^[a-z][a-z0-9.-]*$/);

const emptyTextSchema = z.strictObject({
  title: localizedTextSchema,
  hint: localizedTextSchema.optional(),
});

/** What a guard of a point looks at: an extension of any point. */
interface AnyExtension {
  readonly point: string;
}

/** The item that a row, form or dialog shows. */
export interface ExtensionItem {
  readonly id: number;
  /** The item's title or name. */
  readonly name: string;
}

/** A guard of the extensions of one point. */
const isOfPoint =
  <E extends AnyExtension>(point: E['point']) =>
  (extension: AnyExtension): extension is E =>
    extension.point === point;

/**
 * One figure in a card of the dashboard. It is data alone: the console loads no code of the remote for it.
 * @example
 * { point: 'dashboard-figure', id: 'games', order: 200, label: 'Total Games', icon: 'shapes', value: 'totalGames',
 *   format: 'count', growth: { value: 'gamesGrowth' }, link: { view: 'games' }, curve: 'figuresByDay.totalGames' }
 */
const dashboardFigureSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-figure'),
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
  value: statsFieldSchema,
  /** `count`: compact notation. `usd`: an amount in USD, in compact notation. */
  format: z.enum(['count', 'usd']),
  /** The percentage change since last month. `decimals`: exactly that many; default: up to two, as needed. */
  growth: z
    .strictObject({ value: statsFieldSchema, decimals: z.number().int().min(0).max(4).optional() })
    .optional(),
  /** A line below the figure, with its `{value}`. `usd`: a price. `percent`: the figure's rounded share of the field `of`. */
  detail: z
    .discriminatedUnion('format', [
      z.strictObject({ format: z.literal('usd'), text: localizedTextSchema, value: statsFieldSchema }),
      z.strictObject({ format: z.literal('percent'), text: localizedTextSchema, of: statsFieldSchema }),
    ])
    .optional(),
  /** What a click on the card opens. Since contract 3.1. */
  link: viewLinkSchema.optional(),
  /** A list of numbers, the figure of each of the last 30 days, drawn as a small curve. Since contract 3.1. */
  curve: statsFieldSchema.optional(),
});
export type DashboardFigure = Localized<z.infer<typeof dashboardFigureSchema>>;

/** Whether an extension is a figure of the dashboard. */
export const isDashboardFigure = isOfPoint<DashboardFigure>('dashboard-figure');

/**
 * One type of item in the dashboard's card `Recent Content`, which shows the newest of all types together. It is data
 * alone: `items` is a list of `{ id, title, status, updatedAt }`.
 * @example
 * { point: 'dashboard-recent', id: 'games', order: 40, label: 'Game', icon: 'shapes', items: 'recent.games', limit: 2,
 *   view: 'games' }
 */
const dashboardRecentSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-recent'),
  /** The type's name: `Lesson`. */
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
  items: statsFieldSchema,
  /** How many items of this type are shown at most. */
  limit: z.number().int().min(1).max(8),
  /** The id of the view that opens such an item by its id (`useAddressedItem`). Since contract 3.1. */
  view: z.string().min(1).optional(),
});
export type DashboardRecent = Localized<z.infer<typeof dashboardRecentSchema>>;

/** Whether an extension is a type of item in `Recent Content`. */
export const isDashboardRecent = isOfPoint<DashboardRecent>('dashboard-recent');

/**
 * A card of the dashboard with parts of a whole, as bars. It is data alone: `items` is a list of `{ title, count }`.
 * @example
 * { point: 'dashboard-shares', id: 'games-by-level', order: 30, title: 'Games by Level', items: 'gamesByLevel',
 *   unit: { one: 'game', other: 'games' }, empty: { title: 'No games created yet' } }
 */
const dashboardSharesSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-shares'),
  title: localizedTextSchema,
  items: statsFieldSchema,
  /** What is counted, in the singular and the plural. */
  unit: z.strictObject({ one: localizedTextSchema, other: localizedTextSchema }),
  empty: emptyTextSchema,
});
export type DashboardShares = Localized<z.infer<typeof dashboardSharesSchema>>;

/** Whether an extension is a card with parts of a whole. */
export const isDashboardShares = isOfPoint<DashboardShares>('dashboard-shares');

/**
 * A card of the dashboard with figures per day, as a chart and a table. It is data alone: `items` is a list of
 * `{ day: '2026-05-04' }` with a number for each figure. Days without the first figure are not in the table.
 * @example
 * { point: 'dashboard-days', id: 'plays', order: 40, title: 'Games per Day', items: 'gamesByDay',
 *   figures: [{ value: 'plays', name: 'Plays' }], empty: { title: 'No game was played in the last 30 days' } }
 */
const dashboardDaysSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-days'),
  title: localizedTextSchema,
  items: statsFieldSchema,
  /** The fields of a day that the user can choose from. */
  figures: z.array(z.strictObject({ value: z.string().min(1), name: localizedTextSchema })).min(1),
  empty: emptyTextSchema,
});
export type DashboardDays = Localized<z.infer<typeof dashboardDaysSchema>>;

/** Whether an extension is a card with figures per day. */
export const isDashboardDays = isOfPoint<DashboardDays>('dashboard-days');

/**
 * A line of the dashboard's card `Needs attention`. It is data alone, and is shown while its count is above 0. Since
 * contract 3.1.
 * @example
 * { point: 'dashboard-attention', id: 'old-games', order: 40, count: 'attention.oldGames',
 *   text: { one: '1 game was not played for 30 days', other: '{count} games were not played for 30 days' },
 *   link: { view: 'games', filters: { status: 'idle' } } }
 */
const dashboardAttentionSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-attention'),
  count: statsFieldSchema,
  /** In the singular and the plural; `{count}` is replaced. */
  text: z.strictObject({ one: localizedTextSchema, other: localizedTextSchema }),
  /** Where what is counted can be seen. */
  link: viewLinkSchema,
});
export type DashboardAttention = Localized<z.infer<typeof dashboardAttentionSchema>>;

/** Whether an extension is a line of `Needs attention`. */
export const isDashboardAttention = isOfPoint<DashboardAttention>('dashboard-attention');

/**
 * A form whose drafts in this browser the dashboard lists under `Needs attention`: changes that were never saved. It is
 * data alone; the drafts are those of `useAutoSave` in console-kit. Since contract 3.1.
 * @example
 * { point: 'dashboard-drafts', id: 'game', order: 40, form: 'game', label: 'Game', view: 'games' }
 */
const dashboardDraftsSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-drafts'),
  /** The name of the form, as given to `useAutoSave`. */
  form: z.string().min(1),
  /** What is edited: `Lesson`. */
  label: localizedTextSchema,
  /** The id of the view that opens the form, by an item's id (`useAddressedItem`) or for a new one (`useIntent('create', …)`, which `useItemEditor` handles). */
  view: z.string().min(1),
});
export type DashboardDrafts = Localized<z.infer<typeof dashboardDraftsSchema>>;

/** Whether an extension names a form whose drafts are listed. */
export const isDashboardDrafts = isOfPoint<DashboardDrafts>('dashboard-drafts');

/**
 * A card of the dashboard that the remote draws itself, for what the points made of data alone cannot show. The
 * component has no props and comes below the card's title. Its code is loaded with every dashboard, so it must be small.
 * @example
 * { point: 'dashboard-card', id: 'game-of-the-day', order: 50, title: 'Game of the Day' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'dashboard-card': {
 *   'game-of-the-day': async () => (await import('./game-of-the-day.tsx')).GameOfTheDay } } })
 */
const dashboardCardSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-card'),
  title: localizedTextSchema,
});
export type DashboardCard = Localized<z.infer<typeof dashboardCardSchema>>;

/** Whether an extension is a card that its remote draws. */
export const isDashboardCard = isOfPoint<DashboardCard>('dashboard-card');

/**
 * What `Create New` on the dashboard offers: a view that handles `useIntent('create', …)`, named by the view's action. If the user
 * may see only one of the views, it opens at once.
 * @example
 * { point: 'dashboard-create', id: 'game', order: 50, view: 'games' }
 */
const dashboardCreateSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-create'),
  /** The id of the view. */
  view: z.string().min(1),
});
export type DashboardCreate = Localized<z.infer<typeof dashboardCreateSchema>>;

/** Whether an extension says what `Create New` opens. */
export const isDashboardCreate = isOfPoint<DashboardCreate>('dashboard-create');

/**
 * An action in the menu of the rows of another remote's list. The menu item is data; the component is loaded by a click and
 * rendered until it calls `onClose`, usually as a dialog.
 * @example
 * { point: 'row-action', id: 'lesson-games', order: 20, entity: 'lesson', label: 'Games', icon: 'shapes' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'row-action': {
 *   'lesson-games': async () => (await import('./lesson-games-dialog.tsx')).LessonGamesDialog } } })
 */
const rowActionSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('row-action'),
  entity: entitySchema,
  /** The text of the menu item. */
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
});
export type RowAction = Localized<z.infer<typeof rowActionSchema>>;

/** The props of a row action's component. */
export interface RowActionProps {
  readonly item: ExtensionItem;
  /** Ends the action: the component is removed. */
  readonly onClose: () => void;
}

/** Whether an extension is a row action. */
export const isRowAction = isOfPoint<RowAction>('row-action');

/**
 * A column of another remote's list, after the list's own columns. The component is a cell and is loaded with the
 * list. It gets all rows, so that it can fetch their data with one call: with the same query key, all cells share it.
 * @example
 * { point: 'list-column', id: 'lesson-games', order: 20, entity: 'lesson', header: 'Games' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'list-column': {
 *   'lesson-games': async () => (await import('./game-count.tsx')).GameCount } } })
 */
const listColumnSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('list-column'),
  entity: entitySchema,
  header: localizedTextSchema,
  /** `end` for numbers. Default: `start`. */
  align: z.enum(['start', 'end']).optional(),
});
export type ListColumn = Localized<z.infer<typeof listColumnSchema>>;

/** The props of a column's component, which is one cell. */
export interface ListColumnProps {
  readonly item: ExtensionItem;
  /** The items of all rows on the page, `item` included. */
  readonly items: readonly ExtensionItem[];
}

/** Whether an extension is a column of a list. */
export const isListColumn = isOfPoint<ListColumn>('list-column');

/**
 * A panel below another remote's form or details of an item. It is closed at first; the component is loaded when the
 * user opens it. New items have no panels, because they have no id.
 * @example
 * { point: 'form-panel', id: 'lesson-games', order: 20, entity: 'lesson', title: 'Games' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'form-panel': {
 *   'lesson-games': async () => (await import('./lesson-games.tsx')).LessonGames } } })
 */
const formPanelSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('form-panel'),
  entity: entitySchema,
  title: localizedTextSchema,
});
export type FormPanel = Localized<z.infer<typeof formPanelSchema>>;

/** The props of a panel's component. */
export interface FormPanelProps {
  readonly item: ExtensionItem;
}

/** Whether an extension is a panel in a form. */
export const isFormPanel = isOfPoint<FormPanel>('form-panel');

/**
 * A group of the menu `Tools`, for the views of any remote that name it in `menuGroup`. If two remotes declare the same
 * id, the first by `order` is used. The console itself has the group `administration`, with order 100;
 * `account` is no group of `Tools`, but the account menu.
 * @example
 * { point: 'user-menu-group', id: 'games', order: 60, label: 'Games' }
 */
const userMenuGroupSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('user-menu-group'),
  label: localizedTextSchema,
});
export type UserMenuGroup = Localized<z.infer<typeof userMenuGroupSchema>>;

/** Whether an extension is a group of the user menu. */
export const isUserMenuGroup = isOfPoint<UserMenuGroup>('user-menu-group');

/**
 * How the activity names an entity and what is done with it. `actions` are only needed where the console's own words
 * (`Created`, `Changed`, …) do not fit.
 * @example
 * { point: 'activity-words', id: 'game', order: 50, entity: 'game', label: 'Game', actions: { deleted: 'Retired' } }
 */
const activityWordsSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('activity-words'),
  entity: entitySchema,
  label: localizedTextSchema,
  /** Words for actions of the audit log, by action: `refunded`. */
  actions: z.record(z.string(), localizedTextSchema).optional(),
});
export type ActivityWords = Localized<z.infer<typeof activityWordsSchema>>;

/** Whether an extension has the words of an entity's activity. */
export const isActivityWords = isOfPoint<ActivityWords>('activity-words');

/** What a remote adds to a place outside its own views. `point` names the place; docs/extensions.md lists all. */
export const extensionSchema = z.discriminatedUnion('point', [
  activityWordsSchema,
  dashboardAttentionSchema,
  dashboardCardSchema,
  dashboardCreateSchema,
  dashboardDaysSchema,
  dashboardDraftsSchema,
  dashboardFigureSchema,
  dashboardRecentSchema,
  dashboardSharesSchema,
  formPanelSchema,
  listColumnSchema,
  rowActionSchema,
  userMenuGroupSchema,
]);
export type Extension = Localized<z.infer<typeof extensionSchema>>;

/** The points whose extensions have a component, with the component's props. */
export interface ExtensionProps {
  'dashboard-card': object;
  'form-panel': FormPanelProps;
  'list-column': ListColumnProps;
  'row-action': RowActionProps;
}
/** A point whose extensions have a component. */
export type ComponentPoint = keyof ExtensionProps;

const componentPoints: Readonly<Record<ComponentPoint, true>> = {
  'dashboard-card': true,
  'form-panel': true,
  'list-column': true,
  'row-action': true,
};

/** Whether the extensions of a point have a component, which the remote's code must provide. */
export function isComponentPoint(point: string): point is ComponentPoint {
  return Object.hasOwn(componentPoints, point);
}
