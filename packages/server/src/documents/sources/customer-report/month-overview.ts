import type { CustomerReportData } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Counts } from '../../../monitoring/area.ts'
import { DASH, type Written } from '../../written.ts'
import { chartOfCycles } from '../machine-report/report-charts.ts'
import type { ShownWindow } from '../machine-report/shown-window.ts'

/** What a machine did on each day of the month, and in the month before as a whole. Undefined where nothing was heard. */
export interface MachineMonth {
  days: readonly (Counts | undefined)[]
  before: Counts | undefined
  /** How many alarms began in the month, and in the one before. */
  alarms: { now: number; before: number }
}

/** What all machines together did, day by day, and how that is to the month before. */
export function monthOverview(
  machines: readonly MachineMonth[],
  window: ShownWindow,
  written: Written,
): CustomerReportData['overview'] {
  const days = window.starts.map((_, place) => sumOf(machines.map(({ days }) => days[place])))
  const now = sumOf(days)
  const before = sumOf(machines.map((machine) => machine.before))
  const alarms = (of: 'now' | 'before') => machines.reduce((sum, machine) => sum + machine.alarms[of], 0)
  return {
    cycles: chartOfCycles(days, window, written),
    figures: [
      figureOf(t('service.cycles'), now?.cycles, before?.cycles, written),
      figureOf(t('machineReport.rejects'), reportedRejects(now), reportedRejects(before), written),
      figureOf(t('alarms.alarms'), alarms('now'), alarms('before'), written),
    ],
  }
}

type Sum = Pick<Counts, 'cycles' | 'rejects' | 'rejectsCount'>

/** Where no record says how many there are, that is not zero. */
function reportedRejects(sum: Sum | undefined): number | undefined {
  return sum !== undefined && sum.rejectsCount > 0 ? sum.rejects : undefined
}

function sumOf(counts: readonly (Sum | undefined)[]): Sum | undefined {
  const heard = counts.filter((one) => one !== undefined)
  if (heard.length === 0) return undefined
  const add = (name: keyof Sum) => heard.reduce((sum, one) => sum + one[name], 0)
  return { cycles: add('cycles'), rejects: add('rejects'), rejectsCount: add('rejectsCount') }
}

/** A figure with that of the month before. Without one there is no trend. */
function figureOf(
  name: string,
  now: number | undefined,
  before: number | undefined,
  written: Written,
): CustomerReportData['overview']['figures'][number] {
  const isCompared = now !== undefined && before !== undefined && before > 0
  return {
    name,
    value: now === undefined ? DASH : written.number(now),
    trend: isCompared
      ? t('customerReport.trend', { change: written.change(now / before - 1), before: written.number(before) })
      : null,
  }
}
