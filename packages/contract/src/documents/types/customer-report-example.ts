import type { CustomerReportData } from './customer-report.ts'
import { machineReportExample } from './machine-report-example.ts'

const {
  machineID,
  description,
  oee,
  reasons,
  moreReasons,
  alarms,
  alarmCount,
  moreAlarms,
  stops,
  stopCount,
  moreStops,
  cycles,
} = machineReportExample

/** A customer with two machines, to try templates with. */
export const customerReportExample: CustomerReportData = {
  customer: 'Nordfjell Foods',
  month: 'October 2026',
  period: { from: '1 October 2026 at 00:00', to: '1 November 2026 at 00:00', timeZone: 'Europe/Oslo' },
  overview: {
    cycles,
    figures: [
      { name: 'Cycles', value: '1,204,310', trend: '+4.2 % on 1,155,768 in the month before' },
      { name: 'Rejects', value: '2,118', trend: '−1.5 % on 2,150 in the month before' },
      { name: 'Alarms', value: '48', trend: null },
    ],
  },
  machines: [
    {
      ...{ machineID, description, oee, reasons, moreReasons },
      ...{ alarms, alarmCount, moreAlarms, stops, stopCount, moreStops },
    },
    {
      machineID: 'CRT-1162',
      description: null,
      oee: {
        oee: '–',
        availability: '–',
        performance: '–',
        quality: '–',
        utilization: '–',
        plannedProduction: '–',
        cycles: '–',
        good: '–',
        rejects: '–',
        note: null,
      },
      reasons: [],
      moreReasons: null,
      alarms: [],
      alarmCount: '0',
      moreAlarms: null,
      stops: [],
      stopCount: '0',
      moreStops: null,
    },
  ],
  moreMachines: null,
}
