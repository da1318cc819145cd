export { blockMeets } from './block-spans.ts'
export { type ReportedColumns, readReportedColumns } from './blocks/block.ts'
export { copyMinutes } from './copy-minutes.ts'
export { extentOfRecords } from './extent.ts'
export { readFleetNumbers } from './fleet-numbers.ts'
export { type HeardRecord, type HeardTexts, readHeardTexts } from './heard-texts.ts'
export { meanOf } from './mean.ts'
export { isNumberField, type NumbersRequest, readNumbers, type SeriesNames } from './numbers.ts'
export type { Queryable } from './queryable.ts'
export { StoredReadingNames } from './reading-names.ts'
export { readRecordsOfMany } from './records-of-many.ts'
export { type Reported, readReported } from './reported-values.ts'
export { RetentionJob } from './retention-job.ts'
export { SEAL_LOCK } from './seal-lock.ts'
export type { BlockSpan } from './stored-blocks.ts'
export {
  columnsOfField,
  columnsOfReading,
  firstHourFrom,
  RECORD_COLUMNS,
  type RecordRow,
  readRecords,
  toRecord,
} from './stored-records.ts'
