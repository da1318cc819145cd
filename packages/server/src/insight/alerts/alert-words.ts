import type { HealthAlertKind } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { currentLanguage } from '../../platform/language.ts'
import { type AlertFacts, DRILL, JOBS } from './findings.ts'

/** What an alert says, in the language of whoever the work is done for. */
export function alertWords(kind: HealthAlertKind, subject: string, facts: AlertFacts): string {
  if (kind === 'diskFull') return diskWords(subject, facts)
  if (kind === 'ingestAway') return t('healthAlert.ingestAway', { detail: declared(facts.words ?? '') })
  if (kind === 'certificateEnding') {
    return t('healthAlert.certificateEnding', { certificate: subject, date: day(facts.at) })
  }
  if (kind === 'backupOld') {
    if (subject === DRILL) return t('healthAlert.drillOld', { date: day(facts.at) })
    return facts.at == null ? t('healthAlert.backupNever') : t('healthAlert.backupOld', { date: day(facts.at) })
  }
  const { count = 0, minutes = 0 } = facts
  return subject === JOBS
    ? t('healthAlert.jobsWait', { count, minutes })
    : t('healthAlert.queueGrowing', { count, server: subject })
}

function diskWords(server: string, { at, share = 0 }: AlertFacts): string {
  const percent = Math.floor(share * 100)
  return at == null
    ? t('healthAlert.diskAlmostFull', { server, percent })
    : t('healthAlert.diskFull', { server, percent, date: day(at) })
}

function day(at: number | null | undefined): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at ?? 0)
}
