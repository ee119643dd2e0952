export const notificationKeys = {
  unread: (userId: number) => ['notifications', userId, 'unread'],
  list: (userId: number) => ['notifications', userId, 'list'],
};
