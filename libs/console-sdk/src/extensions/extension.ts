import { z } from 'zod';
import type { Localized } from '../manifest/localized-text.ts';
import { activityWordsSchema } from './activity-words.ts';
import { dashboardAttentionSchema } from './dashboard-attention.ts';
import { dashboardCardSchema } from './dashboard-card.ts';
import { dashboardCreateSchema } from './dashboard-create.ts';
import { dashboardDaysSchema } from './dashboard-days.ts';
import { dashboardDraftsSchema } from './dashboard-drafts.ts';
import { dashboardFigureSchema } from './dashboard-figure.ts';
import { dashboardRecentSchema } from './dashboard-recent.ts';
import { dashboardSharesSchema } from './dashboard-shares.ts';
import { type FormPanelProps, formPanelSchema } from './form-panel.ts';
import { type ListColumnProps, listColumnSchema } from './list-column.ts';
import { type RowActionProps, rowActionSchema } from './row-action.ts';
import { userMenuGroupSchema } from './user-menu-group.ts';

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
