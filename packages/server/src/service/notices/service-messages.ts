import type { Transaction } from '../../platform/database.ts'
import { inLanguage, installationLocale } from '../../platform/language.ts'
import type { Mail } from '../../platform/mail.ts'
import { type About, serviceEvents } from './service-events.ts'
import type { Place, Reader } from './service-notices.queries.ts'
import type { ServicePush } from './service-push.ts'

export interface ServiceMessageParts {
  mail: Mail
  push: Pick<ServicePush, 'put'>
  /** Where links lead; never taken from a request. */
  publicUrl: string
  productTitle: string
}

/** What a mail says, in the language of the reader. */
export interface Words {
  subject: string
  lines: (string | null)[]
}

/** Writes to somebody in the ways that they want. @param db the transaction of what it reports of; `mail.wake` when that is committed */
export async function putMessage(
  parts: ServiceMessageParts,
  db: Transaction,
  reader: Reader,
  about: About,
  words: (reader: Reader) => Words,
): Promise<void> {
  if (reader.wantsMails) await putMail(parts, db, reader, serviceEvents[about.event].path(about), words)
  if (reader.wantsPush) await parts.push.put(db, reader.id, about)
}

/** @param path of the page that has more */
export async function putMail(
  { mail, publicUrl, productTitle }: ServiceMessageParts,
  db: Transaction,
  reader: Reader,
  path: string,
  words: (reader: Reader) => Words,
): Promise<void> {
  const written = inLanguage(reader.language, () => {
    const { subject, lines } = words(reader)
    const text = lines.filter((line) => line !== null)
    return { subject, body: [...text, '', new URL(path, publicUrl).toString(), '', productTitle].join('\n') }
  })
  await mail.put(db, { userId: reader.id, recipient: reader.email, ...written })
}

export function whereOf({ customer, site }: Pick<Place, 'customer' | 'site'>): string | null {
  return [customer, site].filter((part) => part !== null).join(' · ') || null
}

/** From when to when, by the clock of the reader or else of the site, with its zone. */
export function timesOf(
  { startsAt, endsAt, timeZone }: Pick<Place, 'timeZone'> & { startsAt: Date; endsAt: Date },
  { language, timezone }: Reader,
): string {
  return new Intl.DateTimeFormat(language ?? installationLocale(), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZoneName: 'short', timeZone: timezone ?? timeZone },
  }).formatRange(startsAt, endsAt)
}

/** @param day as ISO 8601 */
export function dayOf(day: string, language: string | null): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language ?? installationLocale(), options).format(new Date(day))
}
