export { jsonChunks, sendExport, sendTable } from './exports/send-export.ts';
export {
  comparedItems,
  duplicateIdMessage,
  getOrSet,
  groupRows,
  identitySchema,
  idOf,
  type MatchedItem,
  matchStored,
} from './imports/batches.ts';
export { maxRefusedLines } from './imports/check-import.ts';
export { createEditService, editRoutes } from './imports/edit.service.ts';
export { mountImports } from './imports/import.routes.ts';
export {
  type CheckReporter,
  type EntityWriter,
  type Importer,
  ImportFileError,
  type JsonItem,
  type LineSource,
  type PlannedWrite,
  type ReadLine,
  type TableField,
  type WriteInput,
} from './imports/importer.ts';
export { isSameMoment } from './imports/is-same-moment.ts';
export {
  truncateList,
  validationMessages,
  validationMessagesByField,
} from './imports/validation-messages.ts';
export { tableField } from './tables/columns.ts';
export { formatCsvRows, headingOf } from './tables/write-table.ts';
