import type { Api, CallOutput, MySettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { toColumns } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Db, Transaction } from '../platform/database.ts'
import type { AccessParts } from './auth.actions.ts'
import { confirmationWaysOf } from './confirmation.actions.ts'
import { faultAt } from './own-account.ts'

interface Setting {
  theme: MySettings['theme']
  preferences: Record<string, unknown>
}

/** @param users reads and changes the own account, with its entry in the history */
export function mySettingsHandlers(
  { database, secondFactors }: AccessParts,
  users: ResourceStore,
): HandlersOf<'mySettings' | 'changeMySettings'> {
  async function read(db: Db, { userId }: Principal): Promise<MySettings> {
    const { rows } = await sql<Omit<MySettings, 'secondFactor' | 'confirmWith'>>`
      SELECT u.email, u.first_name, u.last_name, u.language, u.timezone, coalesce(s.theme, 'system') AS theme,
        s.temperature_unit AS "temperatureUnit", s.start_page AS "startPage",
        json_build_object('alarms', coalesce(s.alarm_mails, true), 'reports', coalesce(s.report_mails, true),
          'service', coalesce(s.service_mails, true)) AS mails,
        coalesce(s.service_push, false) AS "servicePush",
        coalesce(s.preferences, '{}') AS preferences
      FROM user_account u LEFT JOIN user_setting s ON s.user_id = u.id WHERE u.id = ${userId}
    `.execute(db)
    assertThat(rows[0], 'token_invalid', t('access.userIsGone'))
    return {
      ...rows[0],
      secondFactor: await secondFactors.state(db, userId),
      confirmWith: await confirmationWaysOf(db, secondFactors, userId),
    }
  }

  return {
    mySettings: ({ principal }) => read(database.system, principal),

    async changeMySettings({ principal, body = {} }) {
      const { theme, preferences, temperatureUnit, startPage, mails, servicePush, ...profile } = body
      return await database.system.transaction().execute(async (db) => {
        if (Object.keys(profile).length > 0) {
          const before = await users.rows.lock(db, principal.userId, {})
          await users.rows.change(db, principal, 'update', before, toColumns(profile), Object.keys(profile))
        }
        if (theme !== undefined || preferences !== undefined) {
          await keep(db, principal.userId, { ...(theme && { theme }), ...(preferences && { preferences }) })
        }
        await setChoices(db, principal.userId, { temperatureUnit, startPage, mails, servicePush })
        return await read(db, principal)
      })
    },
  }
}

type Choices = Pick<
  CallOutput<Api['changeMySettings']>['body'] & object,
  'temperatureUnit' | 'startPage' | 'mails' | 'servicePush'
>

/** What is left out stays as it is. */
async function setChoices(
  db: Transaction,
  userId: string,
  { temperatureUnit, startPage, mails, servicePush }: Choices,
): Promise<void> {
  const columns = [
    ...(temperatureUnit === undefined ? [] : [sql`temperature_unit = ${temperatureUnit}`]),
    ...(startPage === undefined ? [] : [sql`start_page = ${startPage}`]),
    ...(mails?.alarms === undefined ? [] : [sql`alarm_mails = ${mails.alarms}`]),
    ...(mails?.reports === undefined ? [] : [sql`report_mails = ${mails.reports}`]),
    ...(mails?.service === undefined ? [] : [sql`service_mails = ${mails.service}`]),
    ...(servicePush === undefined ? [] : [sql`service_push = ${servicePush}`]),
  ]
  if (columns.length === 0) return
  await sql`INSERT INTO user_setting (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(db)
  await sql`UPDATE user_setting SET ${sql.join(columns)} WHERE user_id = ${userId}`.execute(db)
}

async function keep(db: Transaction, userId: string, change: Partial<Setting>): Promise<void> {
  const { theme = null, preferences = {} } = change
  const removed = Object.keys(preferences).filter((key) => preferences[key] === null)
  await sql`INSERT INTO user_setting (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql`
    WITH next AS (
      SELECT (preferences || ${JSON.stringify(preferences)}::jsonb) - ${removed}::text[] AS preferences
      FROM user_setting WHERE user_id = ${userId} FOR UPDATE
    )
    UPDATE user_setting SET theme = coalesce(${theme}, theme), preferences = next.preferences
    FROM next WHERE user_id = ${userId} AND octet_length(next.preferences::text) <= 65536 RETURNING 1
  `.execute(db)
  if (rows.length === 0) throw faultAt('preferences', t('access.preferencesTooLarge'))
}
