import type { PromiseActual, PromiseReportData } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Written } from '../../written.ts'
import { figureWords } from './promise-words.ts'

type Chart = PromiseReportData['promises'][number]['chart']

const LEVELS = 5
const MOST_TICKS = 6
/** Above and below what is drawn, of its span. */
const ROOM = 0.1

/** The speed while running by week beside what was promised and tested; null without running time. */
export function weeksChart({ weeks, figure, tests, unit }: PromiseActual, written: Written): Chart {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined) return null
  const lines = [
    { label: t('promises.promised'), value: figure, dash: '' as const },
    { label: t('promises.fat'), value: tests.factory?.value, dash: '7 4' as const },
    { label: t('promises.sat'), value: tests.site?.value, dash: '2 4' as const },
  ].flatMap(({ value, ...line }) => (value === undefined ? [] : [{ ...line, value }]))
  const values = [...weeks.flatMap(({ p10, p90 }) => [p10, p90]), ...lines.map(({ value }) => value)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = Math.max(high - low, high * ROOM, 1) * ROOM
  const [bottom, top] = [Math.max(0, low - room), high + room]
  const start = Date.parse(first.week)
  const length = Math.max(1, Date.parse(last.week) - start)
  const x = (week: string) => rounded((Date.parse(week) - start) / length)
  const y = (value: number) => rounded((top - value) / (top - bottom))
  const step = Math.ceil(weeks.length / MOST_TICKS)
  return {
    points: weeks.map(({ week, median, p10, p90 }) => ({ x: x(week), median: y(median), low: y(p10), high: y(p90) })),
    lines: lines.map(({ label, value, dash }) => ({ label, y: y(value), dash })),
    ticks: weeks
      .filter((_, place) => place % step === 0)
      .map(({ week }) => ({ x: x(week), label: written.inZone('UTC').shortDay(Date.parse(week)) })),
    levels: Array.from({ length: LEVELS }, (_, place) => {
      const value = bottom + ((top - bottom) * place) / (LEVELS - 1)
      return { y: y(value), label: figureWords(Math.round(value * 10) / 10, written) }
    }),
    alt: t('promises.weeksCaption', {
      from: written.day(first.week),
      to: written.day(last.week),
      first: figureWords(first.median, written),
      last: figureWords(last.median, written),
      unit,
    }),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
