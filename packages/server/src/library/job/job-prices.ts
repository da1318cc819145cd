import type { JobMachine, PackingJob } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'

const needed = ['libraryMachine.read', 'machineOption.read']

/** Whether somebody may read the prices that an answer is made of. */
export function seesPrices({ permissions }: Principal): boolean {
  return needed.every((permission) => permissions.has(permission))
}

/** A budget and an order by price would tell them. @throws ProblemError `permission_missing` */
export function assertAsksNoPrice(principal: Principal, { budget, sort }: PackingJob): void {
  if (budget === null && sort !== 'price') return
  const permission = needed.find((one) => !principal.permissions.has(one)) ?? ''
  throw new ProblemError('permission_missing', t('server.permissionNeeded', { permission }))
}

/** What is left for who may not read prices. */
export function withoutPrices(machine: JobMachine): JobMachine {
  const remedies = machine.remedies.map((remedy) => (remedy.kind === 'option' ? { ...remedy, price: null } : remedy))
  return { ...machine, remedies, priceFrom: null, currency: null }
}
