import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import { sentence } from '../platform/sentence.ts'
import { agreementHandlers } from './agreement.actions.ts'
import { dataSheetHandlers } from './data-sheet.actions.ts'
import { takeModelSheets } from './model-sheets.ts'
import { partnerAccessHandlers } from './partner-access.actions.ts'
import { partnerDataHandlers } from './partner-data.actions.ts'

export { sheetReader } from './data-sheet.actions.ts'
export { readDataSheet, sheetOfMachine } from './data-sheet.queries.ts'

const LOOK_EVERY_MS = 10 * 60_000
/** A start has enough to do. */
const AFTER_START_MS = 90_000

/** What Regulation (EU) 2023/2854 asks for: data sheets of machines, and customers let partners read data of their machines. */
export const dataAct = defineArea({
  name: 'dataAct',
  create: ({ database }, use) => {
    const { telemetry } = use(monitoring)
    return {
      provides: undefined,
      handlers: {
        ...partnerAccessHandlers(database, telemetry),
        ...partnerDataHandlers(database, telemetry),
        ...dataSheetHandlers(database, telemetry),
        ...agreementHandlers(database),
      },
      jobs: [
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
