export { formatCsvRows } from './exports/format-csv-rows.ts';
export { jsonChunks, sendExport } from './exports/send-export.ts';
export { maxRefusedLines } from './imports/check-import.ts';
export { createSequentially, ignoreNotFound } from './imports/create-sequentially.ts';
export { decodeStart, decodeText } from './imports/decode-text.ts';
export { editRoutes } from './imports/edit.routes.ts';
export { createEditService } from './imports/edit.service.ts';
export { importRoutes } from './imports/import.routes.ts';
export { createImportService, type ImportService } from './imports/import.service.ts';
export {
  type CheckedCell,
  type CheckReporter,
  type EntityWriter,
  type Importer,
  ImportFileError,
  type ImportFileSource,
  type LineSource,
  type RefusedLine,
  type SourceLine,
  type SourceReader,
} from './imports/importer.ts';
export { isSameMoment } from './imports/is-same-moment.ts';
export { refusedItems } from './imports/refused-items.ts';
export {
  assertFileFormat,
  type JsonFileValue,
  looksLikeJson,
  streamJsonValues,
} from './imports/stream-json-values.ts';
export { textCells } from './imports/text-cells.ts';
export {
  truncateList,
  validationMessages,
  validationMessagesByField,
} from './imports/validation-messages.ts';
