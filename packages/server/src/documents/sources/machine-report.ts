import { documentTypes, type MachineReportData } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { MachineEntry } from '../../live/index.ts'
import { findMachine } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Written } from '../written.ts'
import type { DocumentSource } from './document-source.ts'
import { type FactParts, type ReportFacts, readFacts } from './machine-report/read-facts.ts'
import { cycleChart, stateChart, temperatureWords } from './machine-report/report-charts.ts'
import { alarmRows, bucketRows, oeeFigures, reasonRows, serviceRows, stopRows } from './machine-report/report-tables.ts'
import { type ShownWindow, shownWindow } from './machine-report/shown-window.ts'
import { machineReportWords } from './machine-report/words.ts'

/** What a machine did in a window, in the time zone of the machine, by the functions that serve its page. */
export function machineReportSource(parts: FactParts): DocumentSource<'machineReport'> {
  return {
    words: machineReportWords,
    async read({ principal, id, parameters, written }) {
      const machine = findMachine(parts.telemetry, principal, id)
      const { entry } = machine
      const now = clock.now()
      const to = Math.min(Date.parse(parameters.to), now)
      const window = shownWindow(entry.timeZone, Math.min(Date.parse(parameters.from), to - 1), to)
      const facts = await readFacts(parts, principal, machine, window, now)
      const title = t('machineReport.titleOf', { machine: entry.machineID })
      const day = (at: number) => new Intl.DateTimeFormat('sv', { timeZone: entry.timeZone }).format(at)
      return {
        data: {
          heading: parameters.title ?? declared(documentTypes.machineReport.title),
          ...nameplateOf(entry, facts, written),
          ...figuresOf(facts, window, written.inZone(entry.timeZone), now),
        },
        title: parameters.title === undefined ? title : `${parameters.title}: ${entry.machineID}`,
        number: null,
        fileName: `report-${entry.machineID}-${day(window.from)}-${day(window.to)}`,
      }
    },
  }
}

type Nameplate =
  | 'machineID'
  | 'description'
  | 'customer'
  | 'location'
  | 'model'
  | 'serial'
  | 'commissioned'
  | 'designSpeed'

function nameplateOf(
  { machineID, description, location }: MachineEntry,
  { nameplate: { customer, model, serial, commissionedAt }, oee }: ReportFacts,
  written: Written,
): Pick<MachineReportData, Nameplate> {
  const { designSpeed } = oee
  return {
    ...{ machineID, description, location, customer, model, serial },
    commissioned: commissionedAt && written.day(commissionedAt),
    designSpeed:
      designSpeed === null ? null : t('machineReport.cyclesMin', { speed: written.decimal(String(designSpeed)) }),
  }
}

function figuresOf(
  facts: ReportFacts,
  window: ShownWindow,
  written: Written,
  now: number,
): Omit<MachineReportData, Nameplate | 'heading'> {
  const { oee, stops, alarms, service } = facts
  return {
    period: {
      from: written.time(window.from),
      to: written.time(window.to),
      length: written.exactLength(oee.lengthMs),
      timeZone: written.timeZone,
    },
    oee: oeeFigures(oee, written),
    buckets: bucketRows(oee, written),
    total: written.exactLength(oee.lengthMs),
    ...reasonRows(oee, written),
    states: stateChart(facts, window, written),
    cycles: cycleChart(facts, window, written),
    temperature: temperatureWords(facts, written),
    ...alarmRows(alarms, written, now),
    ...stopRows(stops, written),
    ...serviceRows(service, written),
  }
}
