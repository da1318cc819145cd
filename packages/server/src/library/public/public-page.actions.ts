import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { rowScope } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { findKnownMachine, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import { networkOf } from '../../platform/network.ts'
import type { PublicPageLimits } from '../../platform/public-page-limits.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { SharedRates } from '../../platform/shared-rates.ts'
import { findTokenOfLabel, findTokenOfMachine } from './public-machine.queries.ts'

export interface PublicPageParts {
  database: Database
  telemetry: Telemetry
  refusals: Refusals
  rates: SharedRates
  limits: PublicPageLimits
}

/** How people come to the public page of a machine: from the machine, and from labels without a token. */
export function publicPageHandlers({
  database,
  telemetry,
  refusals,
  rates,
  limits,
}: PublicPageParts): HandlersOf<'publicPageOfMachine' | 'publicPageOfLabel'> {
  const rate = rates.limiter('public pages of labels')
  return {
    async publicPageOfMachine({ principal, params }) {
      const { entry } = findKnownMachine(telemetry, principal, params.id)
      const token = await database.inScope(rowScope(principal), (db) => findTokenOfMachine(db, entry.key))
      assertThat(token, 'not_found', t('monitoring.noSuchMachine'))
      return { token }
    },
    async publicPageOfLabel({ query, request, reply }) {
      reply.header('cache-control', 'no-store')
      const { admitted, resetSeconds } = await rate.take(networkOf(request.ip), limits.perAddress)
      if (!admitted) {
        refusals.count('public', 'rate_of_address')
        throw new ProblemError('too_many_requests', t('publicPage.tooManyPages'), undefined, {
          retryAfter: resetSeconds,
        })
      }
      return { token: (await findTokenOfLabel(database.system, query.machineID)) ?? null }
    },
  }
}
