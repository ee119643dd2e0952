/** The roles that can have a console session. Students cannot. */
export const consoleRoles = ['admin', 'teacher'] as const;
export type ConsoleRole = (typeof consoleRoles)[number];
