import type { DowntimeKind, ServiceTrigger, StopReason } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, formatCount, numberFormat } from '../../lib/format/numbers.ts'

/** What a reason makes of the time, in the words of people. */
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
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return seconds % 60 === 0 ? t('general.min', { minutes }) : t('service.minS', { minutes, value: seconds % 60 })
  return t('service.hMin', { floor: Math.floor(minutes / 60), value: minutes % 60 })
}

const percent = (share: number) => numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(share)

export function percentWords(share: number | null): string {
  return share === null ? DASH : percent(share)
}

/** A reason with the branch it is part of: `Fault of the machine · Mechanical`. */
export function reasonWords(reasons: readonly StopReason[], id: string | null): string {
  const reason = reasons.find((one) => one.id === id)
  if (reason === undefined) return ''
  const parent = reasons.find((one) => one.id === reason.parentId)
  return parent === undefined ? reason.name : `${parent.name} · ${reason.name}`
}

const units: Record<ServiceTrigger, readonly [one: string, many: string]> = {
  calendar: ['day', 'days'],
  runningHours: [t('service.runningHour'), t('service.runningHoursWord')],
  cycles: ['cycle', 'cycles'],
}

/** So many days, running hours or cycles. */
export function usageWords(trigger: ServiceTrigger, amount: number): string {
  const rounded = Math.round(amount)
  return `${formatCount(rounded)} ${units[trigger][rounded === 1 ? 0 : 1]}`
}

/** How much is left until a service is due, or since when it is over. */
export function leftWords(trigger: ServiceTrigger, remaining: number | null): string {
  if (remaining === null) return DASH
  if (remaining < 0) return t('service.over', { usageWords: usageWords(trigger, -remaining) })
  return t('service.left', { usageWords: usageWords(trigger, remaining) })
}
