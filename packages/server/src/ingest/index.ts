export { type Aside, createAside } from './aside/aside.ts'
export { HeldRecords } from './aside/held-records.ts'
export { inOwnWords } from './aside/own-words.ts'
export { machinesOf, RECENT_MINUTES, RecentSenders } from './aside/recent-senders.ts'
export { BatchWriter } from './batch-writer.ts'
export { ClockWatch } from './clock/clock-watch.ts'
export {
  checkValues,
  type Decoded,
  type DecodedFor,
  decodeRecord,
  type Encoding,
  isForeignTopic,
  machineIDOfTopic,
  type Refusal,
  readJson,
  refuse,
} from './decode.ts'
export { Ingest } from './ingest.ts'
export type { RecordSource } from './ingest-item.ts'
export { INGEST_LOCK, IngestSession } from './ingest-session.ts'
export type { Repeat } from './repeats.ts'
export { readLatest } from './telemetry-sql.ts'
