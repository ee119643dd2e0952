import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, extensionFields } from './extension-fields.ts';

/**
 * A group of the menu `Tools`, for the views of any remote that name it in `menuGroup`. If two remotes declare the same
 * id, the first by `order` is used. The console itself has the group `administration`, with order 100;
 * `account` is no group of `Tools`, but the account menu.
 *
 * @example
 * { point: 'user-menu-group', id: 'games', order: 60, label: 'Games' }
 */
export const userMenuGroupSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('user-menu-group'),
  label: localizedTextSchema,
});
export type UserMenuGroup = Localized<z.infer<typeof userMenuGroupSchema>>;

/** Whether an extension is a group of the user menu. */
export function isUserMenuGroup(extension: AnyExtension): extension is UserMenuGroup {
  return extension.point === 'user-menu-group';
}
