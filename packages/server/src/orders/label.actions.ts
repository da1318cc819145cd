import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat } from '../engine/problem-error.ts'
import { hashToken, newToken } from '../estimator/area.ts'
import type { Telemetry } from '../monitoring/area.ts'
import type { ClaimStores } from './claim-machine.ts'
import { releaseMachine } from './release-machine.ts'

export interface LabelParts extends ClaimStores {
  telemetry: Telemetry
  publicUrl: string
}

/** What staff do with the label of an ordered machine, and with a claim that was wrong. */
export function labelHandlers(parts: LabelParts): HandlersOf<'makeClaimLabel' | 'releaseOrderedMachine'> {
  const { ordered, telemetry, publicUrl } = parts
  return {
    async makeClaimLabel({ principal, params, reply }) {
      reply.header('cache-control', 'no-store')
      const token = newToken()
      await ordered.write(principal, async (db) => {
        const { machineId } = await ordered.rows.lock(db, params.id, {})
        assertThat(machineId === null, 'not_usable', t('claim.noLabelNeeded'))
        await sql`
          INSERT INTO ordered_machine_label (ordered_machine_id, token_hash) VALUES (${params.id}, ${hashToken(token)})
          ON CONFLICT (ordered_machine_id) DO UPDATE SET token_hash = excluded.token_hash, tries = 0, made_at = now()
        `.execute(db)
      })
      return { address: `${publicUrl}/claim/${token}` }
    },

    async releaseOrderedMachine({ principal, params }) {
      await ordered.get(principal, params.id)
      await releaseMachine(parts, principal, params.id)
      await telemetry.refreshMachines()
    },
  }
}
