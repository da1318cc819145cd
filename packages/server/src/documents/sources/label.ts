import { t } from '@packhouse/messages'
import { rowScope } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { findPublicMachine, findTokenOfMachine } from '../../library/area.ts'
import { findKnownMachine, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import type { DocumentSource } from './document-source.ts'
import { qrRows } from './qr-rows.ts'

interface LabelParts {
  database: Database
  telemetry: Telemetry
  publicUrl: string
}

/** The label of an installed machine, with the code that leads to its public page. */
export function labelSource({ database, telemetry, publicUrl }: LabelParts): DocumentSource<'label'> {
  return {
    words: () => ({
      model: t('publicPage.model'),
      serial: t('publicPage.serial'),
      commissioned: t('publicPage.commissioned'),
      scan: t('documents.scanForInstructions'),
    }),
    async read({ principal, id, written }) {
      const { entry } = findKnownMachine(telemetry, principal, id)
      const token = await database.inScope(rowScope(principal), (db) => findTokenOfMachine(db, entry.key))
      const machine = token && (await findPublicMachine(database.system, token))
      assertThat(machine, 'not_found', t('monitoring.noSuchMachine'))
      const url = `${publicUrl}/m/${token}`
      const { machineID, serial, commissionedAt } = machine
      return {
        data: {
          machineID,
          model: machine.modelName ?? machine.model,
          serial,
          commissioned: commissionedAt && written.day(commissionedAt),
          url,
          qr: qrRows(url),
        },
        title: t('documents.labelOf', { machine: machineID }),
        number: null,
        fileName: `label-${machineID}`,
        recordId: entry.id,
      }
    },
  }
}
