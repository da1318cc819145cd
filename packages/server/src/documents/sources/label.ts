import { t } from '@packhouse/messages'
import { encode } from 'uqr'
import { rowScope } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { findPublicMachine, findTokenOfMachine } from '../../library/area.ts'
import { findMachine, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import type { DocumentSource } from './document-source.ts'

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
      const { entry } = findMachine(telemetry, principal, id)
      const token = await database.inScope(rowScope(principal), (db) => findTokenOfMachine(db, entry.key))
      const machine = token && (await findPublicMachine(database.system, token))
      assertThat(machine, 'not_found', t('monitoring.noSuchMachine'))
      const url = `${publicUrl}/m/${token}`
      const { machineID, serial, commissionedAt } = machine
      const rows = encode(url, { ecc: 'M', border: 0 }).data
      return {
        data: {
          machineID,
          model: machine.modelName ?? machine.model,
          serial,
          commissioned: commissionedAt && written.day(commissionedAt),
          url,
          qr: rows.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join('')),
        },
        title: t('documents.labelOf', { machine: machineID }),
        number: null,
        fileName: `label-${machineID}`,
        recordId: entry.id,
      }
    },
  }
}
