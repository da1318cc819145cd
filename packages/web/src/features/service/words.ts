import type { DowntimeKind, RequestStatus, ServiceTrigger, StopReason } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, formatRate } from '../../lib/format/numbers.ts'

/** The labels of the kinds of downtime. */
export const kindWords: Record<DowntimeKind, string> = {
  unplanned: t('service.unplanned'),
  planned: t('service.planned'),
  changeover: t('service.changeover'),
  minorStop: t('service.minorStop'),
  speedLoss: t('service.speedLoss'),
  scrap: t('service.scrap'),
}

/** A length of time, to the second below an hour: `40 s`, `12 min 5 s`, `3 h 5 min`. */
export function lengthWords(millis: number): string {
  const seconds = Math.round(millis / 1000)
  if (seconds < 60) return t('service.seconds', { seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return seconds % 60 === 0 ? t('general.min', { minutes }) : t('service.minS', { minutes, seconds: seconds % 60 })
  return t('service.hMin', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

export function percentWords(share: number | null): string {
  return share === null ? DASH : t('service.percent', { share })
}

/** A difference of two shares in percentage points with its sign: `+2.1 pts`; a dash where either is unknown. */
export function shareDifference(share: number | null, before: number | null): string {
  if (share === null || before === null) return DASH
  const points = Math.round((share - before) * 1_000) / 10
  const sign = points === 0 ? '±' : points > 0 ? '+' : '−'
  return t('service.points', { difference: `${sign}${formatRate(Math.abs(points))}` })
}

/** A reason with the branch it is part of: `Fault of the machine · Mechanical`. */
export function reasonWords(reasons: readonly StopReason[], id: string | null): string {
  const reason = reasons.find((one) => one.id === id)
  if (reason === undefined) return ''
  const parent = reasons.find((one) => one.id === reason.parentId)
  return parent === undefined ? reason.name : `${parent.name} · ${reason.name}`
}

/** How often a service is due: `every 30 days`. */
export function intervalWords(trigger: ServiceTrigger, interval: number): string {
  return t(`service.every.${trigger}`, { count: Math.round(interval) })
}

/** How much is left until a service is due, or by how much it is overdue: `3 days left`, `40 cycles overdue`. */
export function leftWords(trigger: ServiceTrigger, remaining: number | null): string {
  if (remaining === null) return DASH
  const count = Math.round(Math.abs(remaining))
  return remaining < 0 ? t(`service.overdue.${trigger}`, { count }) : t(`service.left.${trigger}`, { count })
}

export const requestStatusWords: Readonly<Record<RequestStatus, string>> = {
  open: t('service.open'),
  planned: t('service.isPlanned'),
  done: t('service.done'),
  declined: t('service.declined'),
}
