export {
  COUNTER_GAP_LIMIT_MS,
  counted,
  countedGap,
  counterPace,
  isPlausibleStep,
  isRestart,
} from './counter-step.ts'
export { exactOf } from './exact-value.ts'
export { fieldTimesText, readFieldTimes } from './field-times.ts'
export { type OfflineAfter, speaksUntil } from './offline-after.ts'
export { type NewestState, openTime, tailOf } from './open-time.ts'
export { justAfter, orderedTime, toMicroseconds } from './ordered-time.ts'
export { overlapping } from './overlapping.ts'
export { partOfMinute } from './part-of-minute.ts'
export {
  type LatestValues,
  mergeLateValues,
  type Readings,
  type StateOrUnknown,
  stateIn,
  type TelemetryRecord,
  timesAsOf,
} from './record.ts'
export { decidedByNewest, REJECTS_SPEAK_MS } from './reported-rejects.ts'
export { HOUR_MS, MINUTE_MS, type Rollup, startOf } from './rollup.ts'
export { RollupAccumulator, type StateInterval } from './rollup-accumulator.ts'
export { RollupSpans, type RollupTableName, rollupTables } from './rollup-spans.ts'
export { exactMs, iso, isoOrNull } from './sql-time.ts'
export { latestStateText, readLatestState, readRecordState, recordStateText } from './stored-state.ts'
