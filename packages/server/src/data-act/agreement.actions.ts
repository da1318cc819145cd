import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { Database } from '../platform/database.ts'
import { findAgreement, insertAnswer, readAgreements } from './agreements.queries.ts'
import { assertIsOfCustomer, inOwnScope } from './customer-person.ts'

/** As the audit has it: it is no resource, since nobody changes it. */
const ANSWER = { name: 'dataUseAnswer', fields: {} }

/** What a customer says to an agreement on the use of its data. */
export function agreementHandlers(database: Database): HandlersOf<'answerDataUse'> {
  return {
    async answerDataUse({ principal, params, body: { accepted, sha256 } }) {
      assertIsOfCustomer(principal)
      const { customerId, userId } = principal
      await inOwnScope(database, principal, async (db) => {
        const agreement = await findAgreement(db, params.id)
        assertThat(agreement !== undefined, 'not_found')
        assertThat(agreement.sha256 === sha256, 'not_usable', t('dataAct.agreementChanged'))
        assertThat(!agreement.hasEnded, 'not_usable', t('dataAct.agreementEnded'))
        const answer = { agreementId: params.id, customerId, accepted, version: agreement.version, sha256 }
        const id = await insertAnswer(db, { ...answer, userId })
        await writeAudit(db, principal, ANSWER, 'create', [
          { before: undefined, after: { id, rowVersion: 1, ...answer } },
        ])
      })
      const found = (await readAgreements(database, customerId)).find(({ id }) => id === params.id)
      assertThat(found !== undefined, 'not_found')
      return found
    },
  }
}
