import type { TelemetryRecord } from '../telemetry/index.ts'
import type { HeldRecord } from './aside/held-store.ts'
import type { RefusedMessage } from './aside/refused-message.ts'
import type { Repeat } from './repeats.ts'

/** How records come in: over our broker or HTTP, from brokers and servers of others, or once more from what was put aside. */
export const recordSources = ['mqtt', 'http', 'subscriber', 'opcua', 'replay', 'held'] as const
export type RecordSource = (typeof recordSources)[number]

/** A record that is to be stored. */
export interface RecordItem {
  record: TelemetryRecord
  source: RecordSource
  /** Its source has put its order into the microseconds, and moves it itself. */
  isOrdered?: boolean
  /** Tells where it is not stored, since its machine has one of that time. */
  done: (repeat?: Repeat) => void
}

/** What the ingest takes in; `done` is called after its commit. */
export type Item =
  | RecordItem
  /** `done` reports whether there was room: if not, the message is counted and gone. */
  | { refused: RefusedMessage; source: RecordSource; done: (isStored: boolean) => void }
  | { held: HeldRecord; source: RecordSource; done: (isStored: boolean) => void }
