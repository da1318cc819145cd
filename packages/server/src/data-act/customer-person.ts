import { t } from '@packhouse/messages'
import { actorOf, type Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Database, Transaction } from '../platform/database.ts'

/** Somebody of a customer, by an account of their own. */
type CustomerPerson = Principal & { customerId: string }

/** Staff may not decide about data of a customer, and a program decides nothing. @throws ProblemError `not_found` */
export function assertIsOfCustomer(principal: Principal): asserts principal is CustomerPerson {
  const isPerson = principal.customerId !== null && principal.sessionId !== undefined
  assertThat(isPerson, 'not_found', t('dataAct.onlyPeopleOfCustomers'))
}

export async function inOwnScope<T>(
  database: Database,
  principal: CustomerPerson,
  work: (db: Transaction) => Promise<T>,
) {
  return await database.inScope({ customerId: principal.customerId }, work, actorOf(principal))
}
