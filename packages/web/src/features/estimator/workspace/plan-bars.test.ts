import { expect, it } from 'vitest'
import { type Payment, planBars, planPayments } from './plan-bars.ts'
import type { Commissioning, Delivery } from './project-sheet.ts'

const delivery = { id: 'd', namedPlace: 'Oslo', shipsOn: '2027-03-01', arrivesOn: '2027-03-04' } as Delivery
const acceptance = {
  id: 't',
  kind: 'SAT',
  description: 'At site',
  startsOn: '2027-03-10',
  days: '2.5',
} as Commissioning
const payment = (due: NonNullable<Payment['due']>): Payment => ({ name: due, percent: '50', due })
const day = (text: string) => Date.parse(text)

it('has the deposit at the begin of the axis, and each other payment at the end of what it is due with', () => {
  const bars = planBars([delivery], [acceptance])
  expect(planPayments([payment('SAT'), payment('order'), payment('delivery')], bars)).toEqual([
    { name: 'SAT', percent: '50', at: day('2027-03-13') },
    { name: 'order', percent: '50', at: day('2027-03-01') },
    { name: 'delivery', percent: '50', at: day('2027-03-05') },
  ])
})

it('leaves out a payment whose day nobody knows', () => {
  expect(planPayments([payment('order'), payment('SAT')], [])).toEqual([])
  expect(planPayments([payment('SAT')], planBars([delivery], []))).toEqual([])
})
