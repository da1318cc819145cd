import type { RevisionContent, RevisionOption } from '@packhouse/contract'
import { expect, it } from 'vitest'
import type { Answers } from './answers.ts'
import type { Configured } from './configuration.ts'
import { lineValues, priceOf } from './quote-line.ts'

const machine = { id: 'm', model: 'FLW-1', name: 'Wrapper', basePrice: '91130.1', currency: 'EUR', leadWeeks: 16 }
const option: RevisionOption = {
  id: 'o',
  definitionId: 'd',
  name: 'Gas flush',
  choice: null,
  availability: 'optional',
  price: '2940.05',
  leadDays: 14,
}

function configured(own: Partial<typeof machine | { basePrice: null; currency: null }>, price = option.price) {
  const content = { machine: { ...machine, ...own }, options: [{ ...option, price }] } as unknown as RevisionContent
  const rules = { spans: new Map() }
  return { content, rules, states: { states: new Map([['o', 'chosen']]) } } as unknown as Configured
}

it('has a price where the machine and all its options have one in the currency of the quote', () => {
  expect(priceOf({ configured: configured({}) }, 'EUR')).toEqual({ unitPrice: '94070.1500' })
})

it.each([
  ['of another currency', configured({}), 'NOK', /priced in EUR/],
  ['without a base price', configured({ basePrice: null }), 'EUR', /the machine/],
  ['with an option without a price', configured({}, null), 'EUR', /Gas flush/],
  ['without a currency', configured({ currency: null }), 'EUR', /the currency/],
])('has none for a machine %s, and says why', (_, machine, currency, reason) => {
  expect(priceOf({ configured: machine }, currency)).toEqual({ reason: expect.stringMatching(reason) })
})

it('leaves out the price of an option that is not known in the currency of the quote', () => {
  const answers = { styleId: '', machines: 2 } as Answers
  const values = (currency: string, price: string | null) =>
    lineValues({ configured: configured({}, price), answers, revision: 1, query: '' }, { currency, items: [] }, '7')
  expect(values('EUR', '2940.05').configuration).toMatchObject([{ price: '2940.05' }])
  expect(values('NOK', '2940.05')).toMatchObject({ unitPrice: '7', configuration: [{ price: null }] })
  expect(values('EUR', null).configuration).toMatchObject([{ price: null }])
})
