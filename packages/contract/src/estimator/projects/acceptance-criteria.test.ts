import { expect, test } from 'vitest'
import { commercialContent } from '../versions/commercial-content.ts'
import { type AcceptanceCriterion, differentCriteria } from './acceptance-criteria.ts'

const speed: AcceptanceCriterion = {
  name: 'Speed',
  kind: 'speed',
  direction: 'atLeast',
  figure: 60,
  unit: 'cycles/min',
}

test('Criteria that several steps name are one, and those under other conditions are others', () => {
  const other = { ...speed, conditions: 'Film 40' }
  expect(differentCriteria([{ criteria: [speed, other] }, { criteria: [{ ...speed }] }])).toEqual([speed, other])
})

test('Criteria are part of what is offered; a step without any is what it was before there were criteria', () => {
  const content = (step: object) => commercialContent({ commissioning: [{ kind: 'SAT', ...step }] }, 'withoutCosts')
  expect(content({ criteria: [] })).toBe(content({}))
  expect(content({ criteria: [speed] })).not.toBe(content({}))
  expect(content({ criteria: [speed] })).not.toBe(content({ criteria: [{ ...speed, figure: 61 }] }))
})
