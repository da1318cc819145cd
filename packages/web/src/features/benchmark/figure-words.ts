import type { BenchmarkFigure, BenchmarkMedian } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { numberFormat } from '../../lib/format/numbers.ts'

interface FigureView {
  name: string
  about: string
  format: (value: number) => string
  /** How far a value is from the median, with its sign. */
  difference: (value: number, median: number) => string | undefined
}

const percent = (digits: number) => (value: number) =>
  numberFormat({ style: 'percent', maximumFractionDigits: digits }).format(value)

/** In points of a percentage, as precise as the medians are. */
const points = (digits: number) => (value: number, median: number) =>
  t('benchmark.points', {
    points: numberFormat({ maximumFractionDigits: digits, signDisplay: 'exceptZero' }).format((value - median) * 100),
  })

/** As a share of the median. */
const relative = (value: number, median: number) =>
  median === 0
    ? undefined
    : numberFormat({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(value / median - 1)

export function speedWords(value: number): string {
  return t('benchmark.perMin', { value: numberFormat({ maximumFractionDigits: 1 }).format(value) })
}

export function hoursWords(value: number): string {
  return t('benchmark.heardHours', { hours: numberFormat({ maximumFractionDigits: 0 }).format(value) })
}

export const figureViews: Readonly<Record<BenchmarkFigure, FigureView>> = {
  utilization: {
    name: t('benchmark.utilization'),
    about: t('benchmark.utilizationAbout'),
    format: percent(0),
    difference: points(0),
  },
  availability: {
    name: t('benchmark.availability'),
    about: t('benchmark.availabilityAbout'),
    format: percent(0),
    difference: points(0),
  },
  speed: { name: t('benchmark.speed'), about: t('benchmark.speedAbout'), format: speedWords, difference: relative },
  rejectRate: {
    name: t('benchmark.rejectRate'),
    about: t('benchmark.rejectRateAbout'),
    format: percent(1),
    difference: points(1),
  },
  runningHours: {
    name: t('benchmark.runningHours'),
    about: t('benchmark.runningHoursAbout'),
    format: hoursWords,
    difference: relative,
  },
}

/** At least how many machines and hours a median is of. */
export function fromWords({ machinesFrom, hoursFrom }: BenchmarkMedian): string {
  const count = numberFormat({ maximumFractionDigits: 0 })
  return t('benchmark.medianFrom', { machines: count.format(machinesFrom), hours: count.format(hoursFrom) })
}
