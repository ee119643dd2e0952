import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idParams, isoDate, maxPageSize, messageResponse, requiredText } from '../core/fields.ts';
import { versionUserSchema } from '../core/versions.ts';

const session = { service: 'users', access: 'session' } as const;

/** Limits of saved views. */
export const listViewLimits = {
  /** Of one person, those that are shared too; and shared ones of all. */
  perUser: 50,
  shared: 200,
  name: 80,
  filters: 10,
  columns: 40,
  /** Lists of which one person has settings. */
  lists: 60,
} as const;

export const listViewMessages = {
  name: 'Name is required',
  tooMany: `You have ${listViewLimits.perUser} views. Delete one of them first`,
  tooManyShared: `The team has ${listViewLimits.shared} shared views. Delete one of them first`,
  notYours: 'Only its owner or an admin can change this view',
} as const;

/** The id of the list's view in the console: `main_lessons`. */
const listId = z.string().regex(/^[a-z][\w-]{0,59}$/, 'Invalid list');
const columns = z.array(z.string().min(1).max(100)).max(listViewLimits.columns).nullable();

const contents = {
  name: requiredText(listViewMessages.name, listViewLimits.name),
  /** Whether the team sees it. Only its owner or an admin changes it. */
  isShared: z.boolean(),
  search: z.string().max(500),
  filters: z
    .record(z.string().regex(/^[a-zA-Z][\w-]{0,39}$/), z.string().min(1).max(500))
    .refine((filters) => Object.keys(filters).length <= listViewLimits.filters, 'Too many filters'),
  /** As the list's API takes it; null for the default order. */
  sort: z.string().min(1).max(40).nullable(),
  /** Rows per page. */
  limit: z.number().int().min(1).max(maxPageSize),
  /** The ids of the columns that are shown, in their order; null for the list's own. */
  columns,
};
const body = z.object({ list: listId, ...contents });

const viewSchema = body.extend({
  id: z.number().int(),
  owner: versionUserSchema,
  version: z.number().int(),
  updatedAt: isoDate,
});
/** A saved view of a list: what it shows, by a name. */
export type ListView = z.infer<typeof viewSchema>;

const settingsSchema = z.object({
  /** The id of the view with which the list opens; null for none. It may not exist any more. */
  view: z.number().int().min(1).nullable().optional(),
  /** Those of the list without a view; null for the list's own. */
  columns: columns.optional(),
});
/** What a person has chosen for a list. */
export type ListSettings = z.infer<typeof settingsSchema>;

export const listViews = {
  /** The own and the shared views of all lists, by name, and the own settings of lists. */
  list: endpoint({
    ...session,
    id: 'listViews.list',
    method: 'GET',
    path: '/api/list-views',
    summary: 'Saved views of lists',
    response: z.object({ views: z.array(viewSchema), settings: z.record(listId, settingsSchema) }),
  }),
  create: endpoint({
    ...session,
    id: 'listViews.create',
    method: 'POST',
    path: '/api/list-views',
    summary: 'Save a view of a list',
    body,
    response: viewSchema,
    status: 201,
  }),
  update: endpoint({
    ...session,
    id: 'listViews.update',
    method: 'PATCH',
    path: '/api/list-views/:id',
    summary: 'Change a saved view',
    params: idParams,
    body: z.object(contents).partial(),
    response: viewSchema,
  }),
  delete: endpoint({
    ...session,
    id: 'listViews.delete',
    method: 'DELETE',
    path: '/api/list-views/:id',
    summary: 'Delete a saved view',
    params: idParams,
    response: messageResponse,
  }),
  /** Changes the own settings of a list; what is absent stays. */
  configure: endpoint({
    ...session,
    id: 'listViews.configure',
    method: 'PUT',
    path: '/api/list-settings/:list',
    summary: 'Set the own default view and columns of a list',
    params: z.object({ list: listId }),
    body: settingsSchema,
    response: settingsSchema,
  }),
};
