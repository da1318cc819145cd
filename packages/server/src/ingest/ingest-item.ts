import type { TelemetryRecord } from '../telemetry/index.ts'
import type { HeldRecord } from './aside/held-store.ts'
import type { RefusedMessage } from './aside/refused-message.ts'

/** A record that is to be stored. */
export interface RecordItem {
  record: TelemetryRecord
  done: () => void
}

/** What the ingest takes in; `done` is called after its commit. */
export type Item =
  | RecordItem
  /** `done` reports whether there was room: if not, the message is counted and gone. */
  | { refused: RefusedMessage; done: (isStored: boolean) => void }
  | { held: HeldRecord; done: (isStored: boolean) => void }
