export { jsonChunks, sendExport, sendTable } from './exports/send-export.ts';
export {
  duplicateIdMessage,
  getOrSet,
  groupRows,
  identitySchema,
  idOf,
  matchStored,
} from './imports/batches.ts';
export { maxRefusedLines } from './imports/check-import.ts';
export { createSequentially } from './imports/create-sequentially.ts';
export { createEditService, editRoutes } from './imports/edit.service.ts';
export { importRoutes } from './imports/import.routes.ts';
export { createImportService, type ImportService } from './imports/import.service.ts';
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
} from './imports/importer.ts';
export { isSameMoment } from './imports/is-same-moment.ts';
export { findVersionsIn } from './imports/undo.ts';
export {
  truncateList,
  validationMessages,
  validationMessagesByField,
} from './imports/validation-messages.ts';
export { formatCsvRows, headingOf } from './tables/write-table.ts';
