import type { CheckResult, VisitForm, VisitKind, VisitStatus } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { siteClock } from '../../../lib/format/site-clock.ts'
import type { Tone } from '../../../ui/badge.tsx'
import type { TaskEntry } from './visit-draft.ts'

export const visitKindWords: Readonly<Record<VisitKind, string>> = {
  installation: t('service.visitKind.installation'),
  acceptance: t('service.visitKind.acceptance'),
  service: t('service.visitKind.service'),
  repair: t('service.visitKind.repair'),
}

export const visitStatusWords: Readonly<Record<VisitStatus, string>> = {
  planned: t('service.isPlanned'),
  underWay: t('service.underWay'),
  done: t('service.done'),
  cancelled: t('service.cancelled'),
}

export const visitTones: Readonly<Record<VisitStatus, Tone>> = {
  planned: 'info',
  underWay: 'warn',
  done: 'ok',
  cancelled: 'unk',
}

export const checkWords: Readonly<Record<CheckResult, string>> = {
  ok: t('service.check.ok'),
  notOk: t('service.check.notOk'),
  notDone: t('service.check.notDone'),
}

/** A task as the form shows it: one that the visit has no longer by what was noted of it. */
export function formTaskOf({ tasks, subject }: VisitForm, entry: TaskEntry): VisitForm['tasks'][number] {
  const { taskId, machineID = tasks[0]?.machineID ?? '', name = subject } = entry
  const task = tasks.find(({ id }) => id === taskId)
  const empty = { request: null, requestId: null, photos: [], checklist: [], planParts: [] }
  return task ?? { id: taskId, machineID, plan: name, ...empty }
}

/** A time at the site: `Thu 3 Dec, 09:41`. */
export function timeWords(time: string, zone: string): string {
  const clock = siteClock(zone)
  const at = Date.parse(time)
  return `${clock.day(at)}, ${clock.time(at)}`
}

/** When somebody comes: `Thu 3 Dec, 08:00–12:00`, with the day of the end where that is another. @param zone the reader's where none is named */
export function visitTimes({ startsAt, endsAt }: { startsAt: string; endsAt: string }, zone?: string): string {
  const clock = siteClock(zone)
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const end = clock.dateOf(from) === clock.dateOf(to) ? clock.time(to) : `${clock.day(to)}, ${clock.time(to)}`
  return `${clock.day(from)}, ${clock.time(from)}–${end}`
}
