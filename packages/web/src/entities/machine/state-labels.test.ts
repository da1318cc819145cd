import { historyStateSchema, reportedStates } from '@packhouse/contract'
import { catalogues } from '@packhouse/messages/catalogues'
import { expect, it } from 'vitest'
import { reportedStateLabel, stateLabel } from './state-labels.ts'

it('every state has a label in every language', () => {
  const keys = [...historyStateSchema.options, ...reportedStates].map((state) => `state.${state}`)
  for (const { messages } of catalogues) expect(Object.keys(messages)).toEqual(expect.arrayContaining(keys))
  expect(stateLabel('Faulted')).toBe('Faulted')
})

it('a state that is not in PackML is shown as the machine names it', () => {
  expect([reportedStateLabel('Execute'), reportedStateLabel('Film change')]).toEqual(['Execute', 'Film change'])
})
