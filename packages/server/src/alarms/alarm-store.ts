import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { Fence } from '../platform/leases/lease-keeper.ts'
import { exactMs } from '../telemetry/index.ts'
import { toAlarm, toEnd, toMark, toStored } from './alarm-rows.ts'
import { writeCleared, writeConditions, writeFloods, writeMarks, writeRaised } from './alarm-sql.ts'
import type { ChangeSet } from './change-set.ts'
import type { Phase } from './condition.ts'
import type { Notices, NotifiedAlarm } from './notices.ts'
import { hasWithheld, takeWithheld, type Withheld } from './withheld.ts'

export interface StoredCondition {
  machineKey: number
  ruleId: string
  fingerprint: string
  phase: Phase
  since: Date
  heardAt: Date
  value: string | null
  alarmId: string | null
}

export interface Stored {
  conditions: StoredCondition[]
  watermarks: { machineKey: number; at: number; heardAt: Date }[]
  floods: (string | null)[]
}

/** Stores what the evaluator knows, and writes alarms together with what it knew when it raised them. */
export class AlarmStore {
  readonly #database: Database
  readonly #notices: Notices

  readonly #fence: Fence | undefined

  /** @param fence proves that this process still judges, where others may take over */
  constructor(database: Database, notices: Notices, fence?: Fence) {
    this.#database = database
    this.#fence = fence
    this.#notices = notices
  }

  /** Reads what was written last. An alarm that no condition knows of has lost its rule, and ends here. */
  async load(): Promise<Stored> {
    const { system } = this.#database
    await sql`
      WITH ended AS (
        UPDATE alarm SET cleared_at = greatest(started_at, now()), clear_reason = 'rule_deleted'
        WHERE cleared_at IS NULL AND NOT EXISTS (SELECT FROM alarm_condition c WHERE c.alarm_id = alarm.id)
        RETURNING id
      )
      INSERT INTO alarm_event (alarm_id, kind, note) SELECT id, 'cleared', 'rule_deleted' FROM ended
    `.execute(system)
    const conditions = await sql<StoredCondition>`
      SELECT machine_key AS "machineKey", rule_id AS "ruleId", fingerprint, phase, since, heard_at AS "heardAt", value,
        alarm_id AS "alarmId"
      FROM alarm_condition
    `.execute(system)
    const watermarks = await sql<Stored['watermarks'][number]>`
      SELECT machine_key AS "machineKey", ${sql.raw(exactMs('at'))} AS at, heard_at AS "heardAt" FROM alarm_watermark
    `.execute(system)
    const floods = await sql<{ customer_id: string | null }>`SELECT customer_id FROM alarm_flood`.execute(system)
    return {
      conditions: conditions.rows,
      watermarks: watermarks.rows,
      floods: floods.rows.map(({ customer_id }) => customer_id),
    }
  }

  /**
   * Writes what has changed in one transaction, who is notified among it. What is written twice, because it was unknown whether
   * it had been, is there once.
   * @throws LeaseLost where another process judges by now: then nothing was written
   */
  async save(changes: ChangeSet): Promise<void> {
    // Everything is read before the first wait: what changes in the meantime belongs to the next time.
    const cleared = changes.cleared.map(toEnd)
    const ends = new Map(cleared.map((end) => [end.id, end]))
    const raised = changes.raised.map((alarm) => toAlarm(alarm, ends.get(alarm.id)))
    const conditions = [...changes.conditions.values()].map(toStored)
    const marks = [...changes.states].map(toMark)
    await this.#database.system.transaction().execute(async (db) => {
      await this.#fence?.assert(db)
      // What ends makes room first: of a rule and a machine there is one active alarm at most.
      const ended = await writeCleared(db, cleared)
      const begun = await writeRaised(db, raised)
      await writeConditions(db, conditions)
      await writeMarks(db, marks)
      await writeFloods(db, changes)
      await this.#notices.write(db, {
        raised: changes.raised.filter(({ id }) => begun.has(id)),
        cleared: changes.cleared.filter(({ id }) => ended.has(id) || begun.has(id)),
        floods: changes.floodsBegun,
      })
    })
    this.#notices.wake()
  }

  /**
   * Reports active alarms that were raised while they were shelved and are shelved no more.
   * @param find rule and machine of an alarm; undefined if they are gone, and the alarm soon is too
   */
  async notifyWithheld(find: (alarm: Withheld) => Pick<NotifiedAlarm, 'rule' | 'machine'> | undefined): Promise<void> {
    // Hardly ever are there any: one round trip says so, where a transaction takes three.
    if (!(await hasWithheld(this.#database.system))) return
    const count = await this.#database.system.transaction().execute(async (db) => {
      await this.#fence?.assert(db)
      const alarms = (await takeWithheld(db)).flatMap((alarm) => {
        const about = find(alarm)
        return about === undefined ? [] : [{ ...about, ...alarm, startedAt: alarm.startedAt.getTime() }]
      })
      await this.#notices.writeWithheld(db, alarms)
      return alarms.length
    })
    if (count > 0) this.#notices.wake()
  }
}
