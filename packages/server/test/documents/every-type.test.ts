import { type DocumentTypeName, documentTypeNames } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { succeeded } from '../estimator/estimator-rows.ts'
import { type SentQuote, sentQuote } from '../estimator/quote-rows.ts'
import { ServiceRows } from '../service/service-rows.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MACHINES = { own: 'VFFS-2214', foreign: 'FLW-1204' }
const WEEK_MS = 7 * 86_400_000
const app = useTestApp()
let staff: Caller
let customer: Caller
const service = new ServiceRows(app, () => staff)

interface Asked {
  id: string
  parameters?: object
}
/** What documents of each type are made of: of the machines, quotes and company of a customer, and of another one. */
let asked: Record<'own' | 'foreign', Record<DocumentTypeName, Asked>>

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  asked = { own: await askedOf('own'), foreign: await askedOf('foreign') }
})

async function askedOf(whose: 'own' | 'foreign'): Promise<Record<DocumentTypeName, Asked>> {
  const id = MACHINES[whose]
  const [machine] = await app.sql<{ customer: string }>(
    'SELECT customer_id AS customer FROM machine WHERE machine_id = $1',
    [id],
  )
  const customerId = machine?.customer ?? ''
  const record = await service.done(id, await service.plan(id, 'calendar', 30), new Date().toISOString())
  const quote: SentQuote = await sentQuote(app, staff, { customerId })
  succeeded(await quote.accept())
  const now = Date.now()
  const parameters = { from: new Date(now - WEEK_MS).toISOString(), to: new Date(now).toISOString() }
  return {
    label: { id },
    machineReport: { id, parameters },
    promiseReport: { id },
    alarmReport: { id, parameters },
    serviceReport: { id: record.id },
    customerReport: { id: customerId },
    quote: { id: quote.held.id },
    orderConfirmation: { id: quote.held.id },
    dataSheet: { id },
    audit: { id: record.id, parameters: { resource: 'serviceRecord' } },
  }
}

/** Staff alone read the history of records. */
const forStaff: readonly DocumentTypeName[] = ['audit']

test.each(documentTypeNames)(
  'a document of the type %s is made at once, in English and German, of what whoever asks may see',
  async (type) => {
    const ask = (caller: Caller, whose: 'own' | 'foreign', locale = 'en') =>
      caller.post('/v1/pdf/generate', { type, locale, ...asked[whose][type] })
    const isForCustomers = !forStaff.includes(type)
    const answers = [await ask(staff, 'own'), await ask(staff, 'foreign', 'de')]
    if (isForCustomers) answers.push(await ask(customer, 'own'))
    for (const { status, headers, text } of answers)
      expect([status, headers['content-type'], text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    expectProblem(await ask(customer, 'foreign'), isForCustomers ? 'not_found' : 'permission_missing')
    expectProblem(await app.anonymous.post('/v1/pdf/generate', { type, ...asked.own[type] }), 'not_signed_in')
  },
)
