export { jsonChunks, sendExport, sendTable } from './exports/send-export.ts';
export {
  comparedItems,
  createMatcher,
  getOrSet,
  groupRows,
  type MatchedItem,
  matchStored,
} from './imports/batches.ts';
export { maxRefusedLines, reportItem, reportRefused } from './imports/check-import.ts';
export { mountEdits } from './imports/edit.service.ts';
export { mountImports } from './imports/import.service.ts';
export {
  type CheckReporter,
  type EntityWriter,
  type Importer,
  ImportFileError,
  type ItemPlan,
  type JsonItem,
  type ReadLine,
  type ReportedLine,
  type TableField,
  type WriteInput,
} from './imports/importer.ts';
export {
  addProblem,
  type Problems,
  truncateList,
  validationMessages,
  validationMessagesByField,
} from './imports/validation-messages.ts';
export { tableField } from './tables/columns.ts';
export { formatCsvRows, headingOf } from './tables/write-table.ts';
