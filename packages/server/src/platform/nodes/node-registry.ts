import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clock, type Timer } from '../clock.ts'
import type { Db } from '../database.ts'
import { IssueLog } from '../issue-log.ts'
import type { Log } from '../log.ts'
import type { Roles } from '../roles.ts'

const HEARTBEAT_MS = 2_000
/** A node that has not been heard for so long is not counted any more. */
const SILENT_NODE_SECONDS = 10
/** And forgotten after a day: until then staff see that it is gone. */
const FORGOTTEN_AFTER = '1 day'

export interface NodeFacts {
  /** `NODE_ID`. */
  id: string
  /** What it is called among the measurements of health. */
  name: string
  roles: Roles
  version: string
  /** The newest migration of its code. */
  migration: number
}

/** Enters this process among those of the installation, and says that it lives. */
export class NodeRegistry {
  /** Differs at each start: the owner of leases. */
  readonly instance = randomUUID()
  readonly #db: Db
  readonly #facts: NodeFacts
  readonly #issues: IssueLog
  readonly #log: Log
  #address = ''
  #isDraining = false
  #isReplaced = false
  #timer: Timer | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db, facts: NodeFacts, log: Log) {
    this.#db = db
    this.#facts = facts
    this.#log = log
    this.#issues = new IssueLog(log, 'This node can be entered in the database again')
  }

  /** @param address where it answers whether it is ready */
  async start(address: string): Promise<void> {
    this.#address = address
    await this.#enter()
    this.#timer = clock.every(HEARTBEAT_MS, () => {
      this.#writing = this.#beat()
    })
    this.#timer.unref()
  }

  /** Says that this node ends: others take over what it owns as soon as it is given up. */
  async drain(): Promise<void> {
    this.#isDraining = true
    this.#writing = this.#writing.then(() => this.#beat())
    await this.#writing
  }

  async stop(): Promise<void> {
    if (this.#timer === undefined) return
    this.#timer?.stop()
    this.#timer = undefined
    await this.#writing
    await sql`DELETE FROM node WHERE id = ${this.#facts.id} AND instance = ${this.instance}`
      .execute(this.#db)
      .catch(() => undefined)
  }

  async #enter(): Promise<void> {
    const { id, name, roles, version, migration } = this.#facts
    await sql`
      INSERT INTO node (id, instance, name, roles, version, migration, address)
      VALUES (${id}, ${this.instance}, ${name}, ${[...roles]}, ${version}, ${migration}, ${this.#address})
      ON CONFLICT (id) DO UPDATE SET instance = excluded.instance, name = excluded.name, roles = excluded.roles, version = excluded.version,
        migration = excluded.migration, address = excluded.address, started_at = now(), heartbeat_at = now(), is_draining = false
    `.execute(this.#db)
    await sql`DELETE FROM node WHERE heartbeat_at < now() - ${FORGOTTEN_AFTER}::interval`.execute(this.#db)
  }

  async #beat(): Promise<void> {
    try {
      const { rows } = await sql`
        UPDATE node SET heartbeat_at = now(), is_draining = ${this.#isDraining}
        WHERE id = ${this.#facts.id} AND instance = ${this.instance} RETURNING id
      `.execute(this.#db)
      this.#issues.end()
      if (rows.length > 0 || this.#isReplaced) return
      this.#isReplaced = true
      this.#log.error(
        { node: this.#facts.id },
        'Another process has entered itself with this NODE_ID. Give each process one of its own.',
      )
    } catch (error) {
      this.#issues.meet('This node could not be entered in the database', { error: String(error) })
    }
  }
}

/** Whether a row of `node` is of a process that lives. */
export const isAlive = sql`heartbeat_at > now() - make_interval(secs => ${sql.lit(SILENT_NODE_SECONDS)})`
