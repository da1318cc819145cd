import type { Alarm, AlarmEvent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { lengthWords } from '../../lib/format/lengths.ts'
import { formatMeasured } from '../../lib/format/measures.ts'

const clearWords: Record<NonNullable<Alarm['clearReason']>, string> = {
  condition: t('alarms.theConditionWasOver'),
  rule_changed: t('alarms.theRuleWasChanged'),
  rule_disabled: t('alarms.theRuleWasSwitchedOff'),
  rule_deleted: t('alarms.theRuleWasDeleted'),
  machine_retired: t('alarms.theMachineWasRetired'),
  out_of_scope: t('alarms.theRuleIsNotAboutThe'),
}

type Reaching = 'notified' | 'escalated' | 'unreached'

/** Whose person is not who did it, but who was to be reached. */
const reachingWords: Record<Reaching, (name: string) => string> = {
  notified: (name) => t('escalation.notified', { name }),
  escalated: (name) => t('escalation.escalated', { name }),
  unreached: (name) => t('escalation.unreached', { name }),
}

/** How somebody was reached, or why not. */
const reachingNotes: Readonly<Record<string, string>> = {
  push: t('escalation.viaPush'),
  mail: t('escalation.viaMail'),
  'push,mail': t('escalation.viaPushAndMail'),
  noAccess: t('escalation.noAccess'),
  noDevice: t('escalation.noDevice'),
  nobodyOnCall: t('escalation.nobodyOnCall'),
}

const eventWords: Record<Exclude<AlarmEvent['kind'], Reaching>, string> = {
  raised: t('alarms.raised'),
  acknowledged: t('alarms.acknowledged'),
  noted: t('alarms.noteAdded'),
  assigned: t('alarms.assigned'),
  unassigned: t('alarms.takenBack'),
  shelved: t('alarms.shelved'),
  unshelved: t('alarms.shelvingEnded'),
  escalation_ended: t('escalation.escalationEnded'),
  cleared: t('alarms.cleared'),
}

export function clearReasonWords(reason: Alarm['clearReason']): string {
  return reason === null ? '' : clearWords[reason]
}

/** That an alarm is over, said once: it returned to normal, or what else ended it. */
export function endedWords({ clearReason }: Pick<Alarm, 'clearReason'>): string {
  return clearReason === null || clearReason === 'condition' ? t('alarms.returnedToNormal') : clearWords[clearReason]
}

/** What happened, with the person it is about; undefined where the person is who did it. */
export function reachedWords({ kind, by }: AlarmEvent): string | undefined {
  return isReaching(kind) ? reachingWords[kind](personName(by)) : undefined
}

export function eventWord(kind: AlarmEvent['kind']): string {
  return isReaching(kind) ? '' : eventWords[kind]
}

/** The note of an event; of a clear it is the reason, of an escalation the way. */
export function eventNote({ kind, note }: AlarmEvent): string | null {
  if (kind === 'cleared') return clearReasonWords(note as Alarm['clearReason'])
  return isReaching(kind) && note !== null ? (reachingNotes[note] ?? null) : note
}

function isReaching(kind: AlarmEvent['kind']): kind is Reaching {
  return kind in reachingWords
}

/** A person's name; people whom the reader may not see are shown as service staff. */
export function personName(person: { name: string | null } | null): string {
  return person === null ? t('alarms.nobody') : (person.name ?? t('alarms.serviceStaff'))
}

/** How long an alarm lasted, or has lasted until now. */
export function durationWords({ startedAt, clearedAt }: Alarm, now: number): string {
  const end = clearedAt === null ? now : Date.parse(clearedAt)
  return lengthWords(Math.max(0, end - Date.parse(startedAt)) / 1_000)
}

/** The value with which an alarm began, as it is shown: a number with the decimals of its reading, or sensible ones, a text as it is. */
export function beginningValue(value: string, decimals: number | null): string {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? formatMeasured('value', number, { decimals }) : value
}
