import { type Alarm, type AlarmDetails, renderWebhook, sampleWebhookValues } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { actorOf, customerScope, type Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Computed } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database.ts'
import type { Encryption } from '../platform/encryption.ts'
import { hostOf } from '../platform/sealed-address.ts'
import { type AlarmQuery, readAlarm, readAlarms, readDeliveries, readEvents } from './alarm.queries.ts'
import { acknowledge, addNote, assign, readAssignees, shelve, unshelve } from './alarm-acts.ts'
import { readChoices } from './choices.queries.ts'
import { readStatistics, readSummary } from './figures.queries.ts'
import { markNote, readEarlier, readRemedy } from './remedy.queries.ts'
import { readShelves } from './shelf.queries.ts'
import type { Webhooks } from './webhooks.ts'

export interface AlarmParts {
  database: Database
  /** The rules as staff see and change them. */
  rules: ResourceStore
  encryption: Encryption
  webhooks: Pick<Webhooks, 'test'>
  publicUrl: string
}

type Reading =
  | 'listAlarms'
  | 'alarmChoices'
  | 'listAlarmShelves'
  | 'getAlarm'
  | 'alarmSummary'
  | 'alarmStatistics'
  | 'alarmAssignees'
  | 'alarmRemedy'
type Acting =
  | 'noteAlarm'
  | 'markAlarmNote'
  | 'acknowledgeAlarm'
  | 'acknowledgeAlarms'
  | 'assignAlarm'
  | 'shelveAlarm'
  | 'unshelveAlarm'

export function alarmHandlers(
  parts: AlarmParts,
): HandlersOf<Reading | Acting | 'setAlarmRuleSecret' | 'testAlarmWebhook'> {
  const { database } = parts
  return {
    ...readingHandlers(database),
    ...actingHandlers(database),
    ...secretHandler(parts),
    ...testHandler(parts),
  }
}

/** A customer's people see the alarms of their machines, staff those of all; anyone who sees no machines sees none. */
async function seen<T>(database: Database, principal: Principal, work: (db: Transaction) => Promise<T>): Promise<T> {
  const scope = customerScope(principal)
  // A customer that does not exist: under it no row is visible, and a request by id finds nothing.
  return await database.inScope(scope ?? { customerId: '' }, work, actorOf(principal))
}

/** One page of the alarms that somebody sees, and how many there are in all. */
export async function listAlarms(
  database: Database,
  principal: Principal,
  query: AlarmQuery,
): Promise<{ items: Alarm[]; total: number; next: string | null }> {
  return await seen(database, principal, (db) => readAlarms(db, query, principal.userId))
}

async function readDetails(db: Transaction, principal: Principal, id: string): Promise<AlarmDetails> {
  const alarm = await readAlarm(db, id)
  const seesRules = principal.customerId === null && principal.permissions.has('alarmRule.read')
  return { ...alarm, events: await readEvents(db, id), deliveries: seesRules ? await readDeliveries(db, id) : [] }
}

function readingHandlers(database: Database): HandlersOf<Reading> {
  return {
    listAlarms: async ({ principal, query }) => {
      const { page, pageSize } = query
      return { ...(await listAlarms(database, principal, query)), page, pageSize }
    },
    alarmChoices: ({ principal, query }) => seen(database, principal, (db) => readChoices(db, query)),
    listAlarmShelves: ({ principal, query }) => seen(database, principal, (db) => readShelves(db, query)),
    getAlarm: ({ principal, params: { id } }) => seen(database, principal, (db) => readDetails(db, principal, id)),
    alarmRemedy: async ({ principal, params: { id } }) => {
      // One connection after the other: two at once could wait for each other.
      const earlier = await seen(database, principal, (db) => readEarlier(db, principal, id))
      return await readRemedy(database.system, principal, earlier)
    },
    alarmSummary: ({ principal }) => seen(database, principal, readSummary),
    alarmStatistics: ({ principal, query }) =>
      seen(database, principal, (db) => readStatistics(db, query, clock.now())),
    alarmAssignees: ({ principal, params }) => seen(database, principal, (db) => readAssignees(db, params.id)),
  }
}

function actingHandlers(database: Database): HandlersOf<Acting> {
  /** Does something to an alarm and answers how it is then. */
  const act = (principal: Principal, id: string, work: (db: Transaction) => Promise<unknown>): Promise<Alarm> =>
    seen(database, principal, async (db) => {
      await work(db)
      return await readAlarm(db, id)
    })
  return {
    acknowledgeAlarm: ({ principal, params: { id }, body }) =>
      act(principal, id, (db) => acknowledge(db, principal, [id], body.note)),
    acknowledgeAlarms: ({ principal, body: { ids, note } }) =>
      seen(database, principal, async (db) => ({ acknowledged: await acknowledge(db, principal, ids, note) })),
    noteAlarm: ({ principal, params: { id }, body }) =>
      seen(database, principal, async (db) => {
        await addNote(db, principal, id, body.note)
        return await readDetails(db, principal, id)
      }),
    markAlarmNote: async ({ principal, params: { noteId }, body }) => {
      await seen(database, principal, (db) => markNote(db, principal, noteId, body.helpful))
    },
    assignAlarm: ({ principal, params: { id }, body }) =>
      act(principal, id, (db) => assign(db, principal, id, body.assigneeId)),
    shelveAlarm: ({ principal, params: { id }, body }) => act(principal, id, (db) => shelve(db, principal, id, body)),
    unshelveAlarm: ({ principal, params: { id } }) => act(principal, id, (db) => unshelve(db, principal, id)),
  }
}

function secretHandler({ rules, encryption }: AlarmParts): HandlersOf<'setAlarmRuleSecret'> {
  return {
    async setAlarmRuleSecret({ principal, params: { id }, body: { secret } }) {
      assertThat(principal.customerId === null, 'not_found', t('alarms.noSuchRule'))
      await rules.write(principal, async (db) => {
        const before = await rules.rows.lock(db, id, {})
        await sql`DELETE FROM alarm_rule_secret WHERE rule_id = ${id}`.execute(db)
        if (secret !== null) {
          await sql`INSERT INTO alarm_rule_secret (rule_id, sealed) VALUES (${id}, ${encryption.encrypt(secret)})`.execute(
            db,
          )
        }
        await rules.rows.change(db, principal, 'update', before, [])
      })
      return undefined
    },
  }
}

function testHandler({ rules, webhooks, publicUrl }: AlarmParts): HandlersOf<'testAlarmWebhook'> {
  return {
    async testAlarmWebhook({ principal, params: { id }, body: { template } }) {
      assertThat(principal.customerId === null, 'not_found', t('alarms.noSuchRule'))
      const link = new URL('/alarms', publicUrl).toString()
      const values = { ...sampleWebhookValues, rule: t('webhookTemplate.testRule'), link }
      const own = { contentType: 'application/json' as const, body: JSON.stringify({ event: 'alarm.test' }) }
      await rules.read(principal, (db) => rules.rows.find(db, id, {}))
      const answer = await webhooks.test(id, template === null ? own : renderWebhook(template, values))
      assertThat(answer, 'not_usable', t('alarms.ruleHasNoWebhook'))
      return answer
    },
  }
}

/** Fields that are computed when a row is read, by the resource name. */
export const alarmComputedFields: Record<string, Computed> = {
  alarmRule: {
    hasSecret: sql`EXISTS (SELECT FROM alarm_rule_secret s WHERE s.rule_id = alarm_rule.id)`,
    webhookHost: hostOf('webhook_url'),
  },
}
