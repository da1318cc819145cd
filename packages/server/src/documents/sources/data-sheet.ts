import { t } from '@packhouse/messages'
import { sheetOfMachine, sheetReader } from '../../data-act/area.ts'
import { findKnownMachine, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import { dataSheetWords, sheetDataOf } from './data-sheet/sheet-data.ts'
import type { DocumentSource } from './document-source.ts'

interface SheetParts {
  database: Database
  telemetry: Telemetry
}

/** What data machines of a model make. */
export function dataSheetSource({ database, telemetry }: SheetParts): DocumentSource<'dataSheet'> {
  return {
    words: dataSheetWords,
    async read({ principal, id, written }) {
      const { entry } = findKnownMachine(telemetry, principal, id)
      const sheet = await sheetOfMachine(database.system, entry.key, sheetReader(principal))
      const data = sheetDataOf(sheet, entry.machineID, written)
      return {
        data,
        title: t('dataSheet.of', { model: data.model }),
        number: null,
        fileName: `data-sheet-${data.model}`,
        recordId: entry.id,
      }
    },
  }
}
