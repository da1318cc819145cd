import type { MachineOee, MachineReportData, MachineService, MachineStops, OeeBuckets } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, type Written } from '../../written.ts'
import type { ReportFacts } from './read-facts.ts'

const REASONS_SHOWN = 30
const STOPS_SHOWN = 40
const PLANS_SHOWN = 50

/** In the order in which time is lost. */
const bucketLabels = (): Record<keyof OeeBuckets, string> => ({
  runningMs: t('service.runningAtDesignSpeed'),
  speedLossMs: t('service.speedLoss'),
  minorStopMs: t('service.minorStops'),
  unplannedMs: t('service.unplannedStops'),
  changeoverMs: t('service.changeover'),
  uncategorisedMs: t('service.stopsWithoutAReason'),
  plannedMs: t('service.planned'),
  unknownMs: t('service.unknown'),
})

/** Where the time of a window went. */
type Parted = Pick<MachineOee, 'buckets' | 'lengthMs'>

const isKnown = ({ buckets, lengthMs }: Parted) => buckets.unknownMs < lengthMs

/** Shares and counts; dashes where nothing is known. */
export function oeeFigures(oee: MachineOee, written: Written): MachineReportData['oee'] {
  const count = (value: number) => (isKnown(oee) || oee.cycles > 0 ? written.number(value) : DASH)
  const measuresQuality = oee.factors.includes('quality')
  return {
    oee: written.share(oee.oee),
    availability: written.share(oee.availability),
    performance: written.share(oee.performance),
    quality: written.share(oee.quality),
    utilization: written.share(oee.utilization),
    plannedProduction: isKnown(oee) ? written.exactLength(oee.plannedProductionMs) : DASH,
    cycles: count(oee.cycles),
    good: measuresQuality ? count(oee.goodCycles) : DASH,
    rejects: measuresQuality ? count(oee.rejects) : DASH,
    note: qualityNote(oee, written),
  }
}

/** What quality is of, where it is not of all cycles. */
function qualityNote({ oee, cycles, measuredCycles, factors }: MachineOee, written: Written): string | null {
  if (!factors.includes('quality')) return oee === null ? null : t('machineReport.withoutQuality')
  if (measuredCycles >= cycles) return null
  return t('machineReport.qualityOfSomeCycles', {
    measured: written.number(measuredCycles),
    cycles: written.number(cycles),
  })
}

/** Where the time went. Seconds are rounded so that they add up to those of the window. */
export function bucketRows(oee: Parted, written: Written): MachineReportData['buckets'] {
  const labels = bucketLabels()
  let reached = 0
  return (Object.keys(labels) as (keyof OeeBuckets)[]).map((name) => {
    const ms = oee.buckets[name]
    const before = wholeSeconds(reached)
    reached += ms
    const shown = isKnown(oee) || name === 'unknownMs'
    return {
      name,
      label: labels[name],
      time: shown ? written.exactLength(wholeSeconds(reached) - before) : DASH,
      share: written.share(shown ? ms / oee.lengthMs : null),
      part: ms / oee.lengthMs,
    }
  })
}

function wholeSeconds(ms: number): number {
  return Math.round(ms / 1_000) * 1_000
}

export function reasonRows({ reasons, lengthMs }: MachineOee, written: Written, most = REASONS_SHOWN) {
  const rows = reasons.map((reason) => ({
    name: reason.name,
    kind: t(`service.${reason.kind}`),
    time: written.exactLength(reason.lengthMs),
    share: written.share(reason.lengthMs / lengthMs),
  }))
  return { reasons: rows.slice(0, most), moreReasons: moreThan(rows.length, most, written) }
}

/** The longest stops first. */
export function stopRows({ stops, reasons }: MachineStops, written: Written, most = STOPS_SHOWN) {
  const names = new Map(reasons.map(({ id, name }) => [id, name]))
  const longest = stops
    // Read once: a year may have a hundred thousand.
    .map((stop) => ({ ...stop, ms: Date.parse(stop.to) - Date.parse(stop.from) }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, most)
  const rows = longest.map((stop) => {
    const said = stop.parts.flatMap(({ reasonId }) => (reasonId === null ? [] : [names.get(reasonId) ?? '']))
    const notes = stop.parts.flatMap(({ note }) => note ?? [])
    return {
      from: written.moment(Date.parse(stop.from)),
      time: written.exactLength(stop.ms),
      state: t(`state.${stop.state}`),
      reason: said.length === 0 ? DASH : [...new Set(said)].join(', '),
      note: notes.length === 0 ? null : notes.join(' · '),
    }
  })
  return {
    stops: rows,
    stopCount: written.number(stops.length),
    moreStops: moreThan(stops.length, most, written),
  }
}

/** The newest first. One that is active lasts until now. @param now Unix ms */
export function alarmRows({ items, total }: ReportFacts['alarms'], written: Written, now: number) {
  const rows = items.map(({ startedAt, clearedAt, severity, code, message }) => {
    const length = written.length(
      Math.max(0, (clearedAt === null ? now : Date.parse(clearedAt)) - Date.parse(startedAt)),
    )
    return {
      started: written.moment(Date.parse(startedAt)),
      lasted: clearedAt === null ? t('machineReport.stillActive', { length }) : length,
      severity: t(`alarms.${severity}`),
      code,
      message,
    }
  })
  return { alarms: rows, alarmCount: written.number(total), moreAlarms: moreThan(total, items.length, written) }
}

/** What is due and what was done last, as they are when the report is made. */
export function serviceRows({ plans, records }: MachineService, written: Written) {
  return {
    plans: plans.slice(0, PLANS_SHOWN).map(({ name, trigger, remaining, nextDue, status }) => ({
      name,
      due: nextDue === null ? DASH : written.day(nextDue),
      left: remaining === null ? DASH : leftWords(trigger, remaining),
      status: t(`service.${status}`),
    })),
    records: records.map(({ doneAt, what, doneBy }) => ({
      done: written.moment(Date.parse(doneAt)),
      what,
      by: doneBy ?? DASH,
    })),
  }
}

function leftWords(trigger: MachineService['plans'][number]['trigger'], remaining: number): string {
  const count = Math.round(Math.abs(remaining))
  return remaining < 0 ? t(`service.overdue.${trigger}`, { count }) : t(`service.left.${trigger}`, { count })
}

/** Says how many rows are not shown; null where all are. */
export function moreThan(total: number, shown: number, written: Written): string | null {
  const count = total - shown
  return count > 0 ? t('machineReport.andMore', { count, shown: written.number(shown) }) : null
}
