/**
 * What the console says when something was created, updated or deleted, or could not be.
 *
 * @param label such as `Lesson type`
 * @param created how the successes begin, if otherwise
 */
export const itemMessages = (label: string, created: string = label) => ({
  created: `${created} created successfully`,
  updated: `${created} updated successfully`,
  deleted: `${created} deleted successfully`,
  createFailed: `Failed to create ${label.toLowerCase()}`,
  updateFailed: `Failed to update ${label.toLowerCase()}`,
  deleteFailed: `Failed to delete ${label.toLowerCase()}`,
});
