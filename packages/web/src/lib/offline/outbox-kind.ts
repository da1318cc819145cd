import type { OutboxEntry, Sender } from './outbox.ts'

/** A line of what somebody entered. */
export interface EntryLine {
  label: string
  text: string
}

/** A way on from a conflict. */
export interface WayOn {
  label: string
  /** The value of the entry then. */
  value: unknown
  /** `send`: as it is. `form`: something has to be entered first. */
  next: 'send' | 'form'
}

/** Names a form: its kind, and what the page of the form knows it by, such as the machineID. */
export interface FormName {
  kind: string
  id: string
}

/** What a form needs that is opened for the first time without a connection. */
export interface FormAhead {
  /** Its page, with the form open. */
  address: string
  /** Answers of the server by the names that they are stored under. */
  answers: Readonly<Record<string, unknown>>
  /** Forms that it leads to. */
  leadsTo?: readonly FormName[]
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
  /** What its owner can do after having seen what is there now, the likeliest last. */
  waysOn: (entry: OutboxEntry) => readonly WayOn[]
  /** Says that it has arrived, and has what shows it asked again. */
  onSent: (entry: OutboxEntry) => Promise<void>
  /** Reads what a form of this kind needs; undefined where there is nothing to enter. Kinds whose forms are not stored ahead have no such function. */
  readAhead?: (id: string) => Promise<FormAhead | undefined>
}
