import type { OutboxEntry, Sender } from './outbox.ts'

/** A line of what somebody entered. */
export interface EntryLine {
  label: string
  text: string
}

/** What a feature says of its entries: how they are sent, and how they look while they wait. */
export interface OutboxKind extends Sender {
  /** What it is, such as "Acceptance test · PAL-0219". */
  titleOf: (entry: OutboxEntry) => string
  /** Where a draft is opened. */
  addressOf: (entry: OutboxEntry) => string
  /** What was entered. */
  linesOf: (entry: OutboxEntry) => readonly EntryLine[]
  /** What is there now, of a conflict. */
  currentLinesOf: (entry: OutboxEntry) => readonly EntryLine[]
  /** What sending it beside what is there now is called. */
  sendBeside: string
  /** The value of an entry whose owner has seen what is there now. */
  afterSeeing: (entry: OutboxEntry) => unknown
  /** Says that it has arrived, and has what shows it asked again. */
  onSent: (entry: OutboxEntry) => Promise<void>
}
