import { sql } from 'kysely'
import { type Condition, judge, type Transition } from '../../alarms/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Db, Transaction } from '../../platform/database.ts'
import type { AlertNotices } from './alert-notices.ts'
import {
  type ConditionRow,
  clearAlert,
  lockConditions,
  raiseAlert,
  type StoredAlert,
  updateFacts,
  writeCondition,
} from './alert-rows.ts'
import { type FindParts, findAll } from './find-all.ts'
import { delays, type Found } from './findings.ts'

export interface AlertWatchParts extends FindParts {
  /** The product's own. */
  db: Db
  notices: AlertNotices
}

/** Judges the conditions of the installation by the state machine of machines' alarms; its states are in the database. */
export class AlertWatch {
  readonly #parts: AlertWatchParts

  constructor(parts: AlertWatchParts) {
    this.#parts = parts
  }

  /** Judges once, in one transaction: an alert and its notices are there together, or not at all. */
  async run(): Promise<void> {
    const { db, notices } = this.#parts
    const now = await readClock(db)
    const found = await findAll(db, this.#parts, now)
    const changes = await db.transaction().execute(async (transaction) => {
      const rows = await lockConditions(transaction)
      const all = [...found, ...rows.filter((row) => !found.some((one) => isSame(one, row))).map(toOver)]
      const changed: StoredAlert[] = []
      for (const one of all) changed.push(...(await this.#judge(transaction, one, rows, now)))
      return changed
    })
    if (changes.length > 0) notices.wake()
  }

  async #judge(db: Transaction, found: Found, rows: readonly ConditionRow[], now: number): Promise<StoredAlert[]> {
    const condition = conditionOf(rows.find((row) => isSame(found, row)))
    const moment = { at: now, heardAt: now, value: null }
    const changed: StoredAlert[] = []
    for (const transition of judge(condition, delays[found.kind], () => found.finding, moment)) {
      const alert = await change(db, found, condition, transition)
      changed.push(alert)
      await this.#parts.notices.write(db, {
        ...alert,
        startedAt: alert.startedAt.getTime(),
        clearedAt: alert.clearedAt?.getTime() ?? null,
      })
    }
    if (condition.alarmId !== undefined && found.finding === 'holds') await updateFacts(db, condition.alarmId, found)
    await writeCondition(db, found, condition)
    return changed
  }
}

async function change(
  db: Transaction,
  found: Found,
  condition: Condition,
  transition: Transition,
): Promise<StoredAlert> {
  if (transition.kind === 'raise') {
    const alert = await raiseAlert(db, found, transition)
    condition.alarmId = alert.id
    return alert
  }
  const alert = await clearAlert(db, condition.alarmId ?? '', transition.clearedAt)
  condition.alarmId = undefined
  return alert
}

function conditionOf(row: ConditionRow | undefined): Condition {
  const since = row?.since.getTime() ?? 0
  return { phase: row?.phase ?? 'normal', since, heardAt: since, value: null, alarmId: row?.alertId ?? undefined }
}

const isSame = (one: Pick<Found, 'kind' | 'subject'>, other: Pick<Found, 'kind' | 'subject'>) =>
  one.kind === other.kind && one.subject === other.subject

/** What it was about is gone: a certificate that was replaced, a server that has ended. */
function toOver({ kind, subject }: ConditionRow): Found {
  return { kind, subject, severity: 'warning', finding: 'over', facts: {} }
}

/** Only the clock of the database counts: several servers take turns. */
async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db)
  return rows[0]?.now.getTime() ?? clock.now()
}
