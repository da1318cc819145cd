import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { dataSheetHandlers } from './data-sheet.actions.ts'
import { partnerAccessHandlers } from './partner-access.actions.ts'
import { partnerDataHandlers } from './partner-data.actions.ts'

export { sheetReader } from './data-sheet.actions.ts'
export { readDataSheet, sheetOfMachine } from './data-sheet.queries.ts'

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
      },
    }
  },
})
