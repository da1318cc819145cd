import { expect, test } from 'vitest'
import { StoppedIcon } from '../../ui/icons.tsx'
import { declared } from '../registry.ts'
import { cardColumns, needsLabel } from './card-columns.ts'

const customer = declared('customer')

test('A card has the state of a row beside its name, and the first values of the others', () => {
  const view = { badges: { hold: { tone: 'warn', icon: StoppedIcon } } } as const
  const columns = ['industryId', 'status', 'locationCount', 'machineCount', 'ownerId']
  const card = cardColumns(customer, view, columns)
  expect(card).toEqual({ state: 'status', values: ['industryId', 'locationCount', 'machineCount'] })
  expect(cardColumns(customer, view, ['industryId'])).toEqual({ state: undefined, values: ['industryId'] })
})

test('A column of a screen can be the state', () => {
  const live = { name: 'live', label: 'Live state', render: () => null, isState: true } as const
  expect(cardColumns(customer, { extraColumns: [live] }, ['industryId', 'live']).state).toBe('live')
})

test('A number says what it is of; a name speaks for itself', () => {
  expect(['locationCount', 'updatedAt', 'industryId'].map((name) => needsLabel(customer, name))).toEqual([
    true,
    true,
    false,
  ])
})
