import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { installationLocale } from '../platform/language.ts'

/** In which language and by which clock a mail says times, and whether its reader wants mails of alarms. */
export interface MailTimes {
  /** BCP 47. */
  language: string
  /** IANA name. */
  zone: string
  isWanted: boolean
}

/**
 * How mails say times to an address: as its account says, or else in the language of the installation by the clock of the site.
 * @param zone of the site, IANA name
 */
export async function mailTimesOf(db: Transaction, recipient: string, zone: string): Promise<MailTimes> {
  const { rows } = await sql<{
    language: string | null
    timezone: string | null
    isWanted: boolean
  }>`
    SELECT language, timezone, coalesce(alarm_mails, true) AS "isWanted"
    FROM user_account LEFT JOIN user_setting ON user_id = id
    WHERE email_fold(email) = email_fold(${recipient}) AND deleted_at IS NULL
  `.execute(db)
  const [account] = rows
  return {
    language: account?.language ?? installationLocale(),
    zone: account?.timezone ?? zone,
    isWanted: account?.isWanted ?? true,
  }
}

/** A moment in a mail with the zone of its clock, such as `21 Nov 2026, 14:05:00 CET`. @param at Unix ms */
export function mailTime(at: number, { language, zone }: Pick<MailTimes, 'language' | 'zone'>): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone: zone }).format(at)
}
