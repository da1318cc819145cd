import { MOST_CLAIM_TRIES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import { hashToken } from '../estimator/area.ts'
import type { Telemetry } from '../monitoring/area.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { SharedRates } from '../platform/shared-rates.ts'
import { findByLabel, type Labelled, machinesToOffer } from './claim.queries.ts'
import { type ClaimStores, claimOrdered } from './claim-machine.ts'

export interface ClaimParts extends ClaimStores {
  telemetry: Telemetry
  rates: SharedRates
  refusals: Refusals
}

const WINDOW_SECONDS = 600
/** Requests of one person in that time: labels have 256 random bits, and so it is the reading of them that is bounded. */
const REQUESTS_OF_PERSON = 120

/** What the people at the machine do with its label. */
export function claimHandlers(parts: ClaimParts): HandlersOf<'machineToClaim' | 'claimMachine'> {
  const { database, telemetry, refusals } = parts
  const db = database.system
  const visits = parts.rates.limiter('claims of machines', WINDOW_SECONDS)
  const admit = async ({ userId }: Principal) => {
    const { admitted, resetSeconds } = await visits.take(userId, REQUESTS_OF_PERSON)
    if (admitted) return
    refusals.count('http', 'claims_of_user')
    throw new ProblemError('too_many_requests', t('claim.tooMany'), undefined, { retryAfter: resetSeconds })
  }
  const show = async (principal: Principal, token: string) => {
    const found = await find(db, principal, token)
    const { id: _, customerId: __, claimedById, ...shown } = found
    const mayChoose = principal.customerId === null
    const offered = mayChoose && found.machineID === null ? await machinesToOffer(db) : []
    const claimedByYou = found.machineID !== null && claimedById === principal.userId
    return { ...shown, claimedByYou, mayChoose, offered }
  }
  return {
    async machineToClaim({ principal, params, reply }) {
      reply.header('cache-control', 'no-store')
      await admit(principal)
      return await show(principal, params.token)
    },

    async claimMachine({ principal, params, body, reply }) {
      reply.header('cache-control', 'no-store')
      await admit(principal)
      const { id } = await find(db, principal, params.token)
      await countTry(parts, id)
      const { wasClaimed } = await claimOrdered(parts, principal, { token: params.token, ...body })
      await sql`UPDATE ordered_machine_label SET tries = 0 WHERE ordered_machine_id = ${id}`.execute(db)
      await telemetry.refreshMachines()
      return { ...(await show(principal, params.token)), wasClaimed }
    },
  }
}

/** @throws ProblemError `not_found`, the same for what leads nowhere and for what is another customer's */
async function find(db: ClaimParts['database']['system'], principal: Principal, token: string): Promise<Labelled> {
  const hash = hashToken(token)
  const found = hash && (await findByLabel(db, hash))
  const isSeen = found !== undefined && (principal.customerId === null || principal.customerId === found.customerId)
  assertThat(isSeen, 'not_found', t('claim.labelInvalid'))
  return found
}

/** Counts a try before it is made, so that tries at once are not more than those one after the other. */
async function countTry({ database, refusals }: ClaimParts, id: string): Promise<void> {
  const { rows } = await sql`
    UPDATE ordered_machine_label SET tries = tries + 1
    WHERE ordered_machine_id = ${id} AND tries < ${MOST_CLAIM_TRIES} RETURNING tries
  `.execute(database.system)
  if (rows.length > 0) return
  refusals.count('http', 'tries_of_label')
  throw new ProblemError('not_usable', t('claim.labelUsedUp'))
}
