import type pg from 'pg'
import type { FollowedTable } from '../../platform/database-signals.ts'
import type { ConnectionSecrets } from './connection-secrets.ts'
import type { ConnectionState, StateTable } from './connection-states.ts'

/** A connection as it is run: its row, with the secrets opened. */
export interface ConnectionSettings {
  id: string
  name: string
  rowVersion: number
}

/** Why a connection ends here. Only what is removed or changed ends at the other side too. */
export type StopReason<Settings> = { why: 'shutdown' | 'lockLost' | 'removed' } | { why: 'changed'; next: Settings }

/** One connection that is switched on and owned by this server. It comes back by itself when it is lost. */
export interface RunningConnection<Settings, State> {
  readonly settings: Settings
  /** Which of the servers that share the messages this one is; 0 where one takes all of them. */
  readonly slot: number
  /** Its status and counters, which it changes in place. */
  readonly state: State
  start(): void
  /** Called every 2 s as long as its settings have not changed, for what it depends on beside them. */
  review?(): Promise<void>
  stop(reason: StopReason<Settings>): Promise<void>
}

/** Where a connection begins: its slot, and what was known of it before. */
export interface StartingPoint<State> {
  slot: number
  state: State
}

/** What one kind of connections to the outside adds to the rules that all of them share. */
export interface ConnectionKind<Settings extends ConnectionSettings, State extends ConnectionState, Test> {
  /** In words for people and for the log. */
  nouns: { one: string; many: string }
  /** The table of the configuration; it has a column `enabled`. Locks go by its name. */
  table: FollowedTable
  states: StateTable
  /** The state of one that has never run. */
  freshState: State
  /** Fields that are stored encrypted, and the use under which they are. */
  secrets: { use: string; fields: readonly string[] }
  /** @param condition what follows WHERE, with the values for its parameters */
  read(
    pool: Pick<pg.Pool, 'query'>,
    secrets: ConnectionSecrets,
    condition: string,
    values: readonly unknown[],
  ): Promise<Settings[]>
  /** Whether a running connection may go on with the settings of now. */
  isSame(before: Settings, after: Settings): boolean
  /** Whether several servers may run it at once, each in a slot. */
  isShared(settings: Settings): boolean
  /** Makes the connection without starting it. @param onChange to be called when its status changes */
  open(settings: Settings, from: StartingPoint<State>, onChange: () => void): RunningConnection<Settings, State>
  /** Connects once, beside whatever is running, and says of each step what happened and what to do. */
  test(settings: Settings): Promise<Test>
}
