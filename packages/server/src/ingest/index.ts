export { type Aside, createAside } from './aside/aside.ts'
export { HeldRecords } from './aside/held-records.ts'
export { decodeOwnWords, inOwnWords } from './aside/own-words.ts'
export { machinesOf, RECENT_MINUTES, RecentSenders } from './aside/recent-senders.ts'
export { BatchWriter } from './batch-writer.ts'
export { ClockWatch } from './clock/clock-watch.ts'
export {
  checkValues,
  contradictsStored,
  type Decoded,
  type DecodedFor,
  type Encoding,
  isForeignTopic,
  machineIDOfTopic,
  type Refusal,
  readJson,
  refuse,
} from './decode.ts'
export { Ingest } from './ingest.ts'
export type { RecordSource } from './ingest-item.ts'
export { INGEST_LOCK, type IngestMode, IngestSession } from './ingest-session.ts'
export { fitsField } from './plain-payload.ts'
export { RecordReader } from './record-reader.ts'
export type { Repeat } from './repeats.ts'
export { StoredMachines } from './stored-machines.ts'
