import type { Alarm, AlarmEvent } from '@packhouse/contract'

const clearWords: Record<NonNullable<Alarm['clearReason']>, string> = {
  condition: 'The condition was over',
  rule_changed: 'The rule was changed',
  rule_disabled: 'The rule was switched off',
  rule_deleted: 'The rule was deleted',
  machine_retired: 'The machine was retired',
  out_of_scope: 'The rule is not about the machine any more',
}

const eventWords: Record<AlarmEvent['kind'], string> = {
  raised: 'Raised',
  acknowledged: 'Acknowledged',
  assigned: 'Assigned',
  unassigned: 'Taken back',
  shelved: 'Shelved',
  unshelved: 'Shelving ended',
  cleared: 'Cleared',
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

/** A person's name; whoever the reader may not see is one of the people who look after the machines. */
export function personName(person: { name: string | null } | null): string {
  return person === null ? 'Nobody' : (person.name ?? 'Service staff')
}

/** A length of time in its two largest units, `2 h 5 min`. */
export function lengthWords(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** How long an alarm lasted, or has lasted until now. */
export function durationWords({ startedAt, clearedAt }: Alarm, now: number): string {
  const end = clearedAt === null ? now : Date.parse(clearedAt)
  return lengthWords(Math.max(0, end - Date.parse(startedAt)) / 1_000)
}
