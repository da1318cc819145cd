import type { CheckResult, VisitKind, VisitStatus } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { siteClock } from '../../../lib/format/site-clock.ts'
import type { Tone } from '../../../ui/badge.tsx'

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

/** When somebody comes: `Thu 3 Dec, 08:00–12:00`, with the day of the end where that is another. @param zone the reader's where none is named */
export function visitTimes({ startsAt, endsAt }: { startsAt: string; endsAt: string }, zone?: string): string {
  const clock = siteClock(zone)
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const end = clock.dateOf(from) === clock.dateOf(to) ? clock.time(to) : `${clock.day(to)}, ${clock.time(to)}`
  return `${clock.day(from)}, ${clock.time(from)}–${end}`
}
