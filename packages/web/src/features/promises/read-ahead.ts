import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import type { FormAhead } from '../../lib/offline/outbox-kind.ts'
import { acceptanceTestsName, DEFAULT_WEEKS, orderTestsName, promisesName } from './use-promises.ts'

/** What the form of a test of a machine needs; undefined where nothing was promised of it. @param id machineID */
export async function readMachineTest(id: string): Promise<FormAhead | undefined> {
  const actual = await callApi(api.machinePromises, { params: { id }, query: { weeks: DEFAULT_WEEKS } })
  if (actual.promises.length === 0) return undefined
  const tests = await callApi(api.machineAcceptanceTests, { params: { id } })
  return {
    address: machineTestAddress(id),
    answers: { [promisesName(id, DEFAULT_WEEKS)]: actual, [acceptanceTestsName(id)]: tests },
  }
}

/** What the form of a test of an ordered machine needs; undefined where the order was cancelled. @param id of the ordered machine */
export async function readOrderTest(id: string): Promise<FormAhead | undefined> {
  const order = await callApi(api.orderedMachineTests, { params: { id } })
  return order.isDeleted ? undefined : { address: orderTestAddress(id), answers: { [orderTestsName(id)]: order } }
}

/** The page of a machine with the form open. @param id machineID */
export function machineTestAddress(id: string): string {
  return `/machines/${encodeURIComponent(id)}/promises?record=test`
}

/** The same of an ordered machine. @param id of the ordered machine */
export function orderTestAddress(id: string): string {
  return `/ordered-machines/${id}/acceptance-tests?record=test`
}
