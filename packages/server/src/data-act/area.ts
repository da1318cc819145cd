import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import { sentence } from '../platform/sentence.ts'
import { agreementHandlers } from './agreement.actions.ts'
import { dataSheetHandlers } from './data-sheet.actions.ts'
import { takeModelSheets } from './model-sheets.ts'
import { partnerAccessHandlers } from './partner-access.actions.ts'
import { partnerDataHandlers } from './partner-data.actions.ts'
import { PartnerReadCounter } from './partner-read-counter.ts'
import { forgetOldReads } from './partner-reads.queries.ts'

export { sheetReader } from './data-sheet.actions.ts'
export { readDataSheet, sheetOfMachine } from './data-sheet.queries.ts'

const LOOK_EVERY_MS = 10 * 60_000
/** A start has enough to do. */
const AFTER_START_MS = 90_000
const DAY_MS = 86_400_000

/** What Regulation (EU) 2023/2854 asks for: data sheets of machines, and customers let partners read data of their machines. */
export const dataAct = defineArea({
  name: 'dataAct',
  create: ({ database, log }, use) => {
    const { telemetry } = use(monitoring)
    const counter = new PartnerReadCounter(database.system, log)
    return {
      provides: undefined,
      handlers: {
        ...partnerAccessHandlers(database, telemetry, counter),
        ...partnerDataHandlers(database, telemetry, counter),
        ...dataSheetHandlers(database, telemetry),
        ...agreementHandlers(database),
      },
      services: [{ runsOn: ['api'], start: () => counter.start(), stop: () => counter.stop() }],
      jobs: [
        {
          name: sentence`Remove old counts of what partners have read`,
          everyMs: DAY_MS,
          run: () => forgetOldReads(database.system),
        },
        {
          name: sentence`Work out what machines of each model send`,
          everyMs: LOOK_EVERY_MS,
          afterStartMs: AFTER_START_MS,
          run: (signal: AbortSignal) => takeModelSheets(database, clock.now(), signal),
        },
      ],
    }
  },
})
