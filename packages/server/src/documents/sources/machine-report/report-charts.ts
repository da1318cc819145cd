import type { MachineReportData } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Counts } from '../../../monitoring/area.ts'
import { DASH, type Written } from '../../written.ts'
import { type Range, type ReportFacts, rangeOf } from './read-facts.ts'
import { placeIn, rounded, type ShownWindow, ticksOf } from './shown-window.ts'
import { shownStates, stateParts, stateTotals } from './state-chart.ts'

/** The gap between two bars, of their width. */
const GAP = 0.15

/** The states over the window, and how long it was in each. */
export function stateChart(
  { intervals }: ReportFacts,
  window: ShownWindow,
  written: Written,
): MachineReportData['states'] {
  const times = stateTotals(intervals)
  const length = window.to - window.from
  const isKnown = times.Unknown < length
  const totals = shownStates.map((state) => {
    const shown = isKnown || state === 'Unknown'
    return {
      state,
      label: t(`state.${state}`),
      time: shown ? written.exactLength(times[state]) : DASH,
      share: written.share(shown ? times[state] / length : null),
    }
  })
  const shares = totals.map(({ label, share }) => `${label} ${share}`).join(', ')
  return {
    parts: stateParts(intervals, window),
    ticks: ticksOf(window, written),
    totals,
    alt: t('machineReport.statesAlt', { shares }),
  }
}

/** A bar for each hour or day; none where nothing was heard. */
export function cycleChart(
  { counts }: ReportFacts,
  window: ShownWindow,
  written: Written,
): MachineReportData['cycles'] {
  return chartOfCycles(counts, window, written)
}

type CountedCycles = Pick<Counts, 'cycles'>

/** The same of any counts, such as the sums of several machines. */
export function chartOfCycles(
  counts: readonly (CountedCycles | undefined)[],
  window: ShownWindow,
  written: Written,
): MachineReportData['cycles'] {
  const heard = counts.flatMap((count) => (count === undefined ? [] : [count.cycles]))
  const most = rangeOf(heard)?.greatest
  const title = t('machineReport.cyclesPer', { unit: window.unit })
  const total = heard.reduce((sum, cycles) => sum + cycles, 0)
  return {
    title,
    bars: most === undefined ? [] : counts.flatMap((count, place) => barOf(count, place, window, most)),
    ticks: ticksOf(window, written),
    most: most === undefined ? null : written.number(most),
    alt:
      most === undefined
        ? t('machineReport.nothingReceived', { title })
        : t('machineReport.cyclesAlt', { title, total: written.number(total), most: written.number(most) }),
  }
}

function barOf(count: CountedCycles | undefined, place: number, { starts, ...window }: ShownWindow, most: number) {
  if (count === undefined || count.cycles === 0) return []
  const from = placeIn(window, starts[place] ?? window.from)
  const to = placeIn(window, starts[place + 1] ?? window.to)
  const height = rounded(count.cycles / most)
  return [{ x: from, width: rounded((to - from) * (1 - GAP)), y: rounded(1 - height), height }]
}

/** The range of temperatures: of records, or of the means of days where the window is too long for that. */
export function temperatureWords({ temperatures, counts }: ReportFacts, written: Written): string | null {
  const words = ({ least, greatest }: Range) => ({
    least: written.number(least, 1),
    greatest: written.number(greatest, 1),
  })
  if (temperatures !== undefined) return t('machineReport.temperatureRange', words(temperatures))
  const means = counts.flatMap((count) =>
    count === undefined || count.temperatureCount === 0 ? [] : [count.temperatureSum / count.temperatureCount],
  )
  const range = rangeOf(means)
  return range === undefined ? null : t('machineReport.temperatureMeans', words(range))
}
