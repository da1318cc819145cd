import type { Alarm, AlarmEvent } from '@packhouse/contract'
import { t } from '@packhouse/messages'

const clearWords: Record<NonNullable<Alarm['clearReason']>, string> = {
  condition: t('alarms.theConditionWasOver'),
  rule_changed: t('alarms.theRuleWasChanged'),
  rule_disabled: t('alarms.theRuleWasSwitchedOff'),
  rule_deleted: t('alarms.theRuleWasDeleted'),
  machine_retired: t('alarms.theMachineWasRetired'),
  out_of_scope: t('alarms.theRuleIsNotAboutThe'),
}

const eventWords: Record<AlarmEvent['kind'], string> = {
  raised: t('alarms.raised'),
  acknowledged: t('alarms.acknowledged'),
  assigned: t('alarms.assigned'),
  unassigned: t('alarms.takenBack'),
  shelved: t('alarms.shelved'),
  unshelved: t('alarms.shelvingEnded'),
  cleared: t('alarms.cleared'),
}

export function clearReasonWords(reason: Alarm['clearReason']): string {
  return reason === null ? '' : clearWords[reason]
}

export function eventWord(kind: AlarmEvent['kind']): string {
  return eventWords[kind]
}

/** The note of an event; of a clear it is the reason. */
export function eventNote({ kind, note }: AlarmEvent): string | null {
  return kind === 'cleared' ? clearReasonWords(note as Alarm['clearReason']) : note
}

/** A person's name; people whom the reader may not see are shown as service staff. */
export function personName(person: { name: string | null } | null): string {
  return person === null ? t('alarms.nobody') : (person.name ?? t('alarms.serviceStaff'))
}

/** A length of time in its two largest units, `2 h 5 min`. */
export function lengthWords(seconds: number): string {
  if (seconds < 60) return t('alarms.sec', { seconds: Math.round(seconds) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('general.min', { minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return t('alarms.hMin', { hours, minutes: minutes % 60 })
  return t('alarms.dayHour', { days: Math.floor(hours / 24), hours: hours % 24 })
}

/** How long an alarm lasted, or has lasted until now. */
export function durationWords({ startedAt, clearedAt }: Alarm, now: number): string {
  const end = clearedAt === null ? now : Date.parse(clearedAt)
  return lengthWords(Math.max(0, end - Date.parse(startedAt)) / 1_000)
}
