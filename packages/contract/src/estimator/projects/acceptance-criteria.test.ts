import { expect, test } from 'vitest'
import { commercialContent } from '../versions/commercial-content.ts'
import {
  type AcceptanceCriterion,
  differentCriteria,
  mostCriteria,
  type ProjectCriterion,
} from './acceptance-criteria.ts'
import { projectCommissioning } from './project-commissioning.ts'

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

test('A machine has the criteria of every machine and those of its line, each once', () => {
  const ofLine = (line: string, figure = 60) => ({ ...speed, figure, line })
  const steps: { criteria: ProjectCriterion[] }[] = [
    { criteria: [speed, ofLine('a'), ofLine('b', 70)] },
    { criteria: [ofLine('b', 80)] },
  ]
  const own = differentCriteria(steps, ({ line }) => line === undefined || line === 'b')
  expect(own.map(({ figure }) => figure)).toEqual([60, 70, 80])
  expect(mostCriteria(steps, [])).toBe(1)
  expect(mostCriteria(steps, ['a'])).toBe(1)
  expect(mostCriteria(steps, ['a', 'b'])).toBe(3)
})

test('A step has a criterion once for each line', () => {
  const isFine = (criteria: object[]) => projectCommissioning.fields.criteria.schema.safeParse(criteria).success
  expect(isFine([speed, { ...speed, line: 'a' }, { ...speed, line: 'b' }])).toBe(true)
  expect(
    isFine([
      { ...speed, line: 'a' },
      { ...speed, line: 'a' },
    ]),
  ).toBe(false)
  expect(isFine([{ ...speed, line: 'x'.repeat(65) }])).toBe(false)
})

test('Criteria are part of what is offered; a step without any is what it was before there were criteria', () => {
  const content = (step: object) => commercialContent({ commissioning: [{ kind: 'SAT', ...step }] }, 'withoutCosts')
  expect(content({ criteria: [] })).toBe(content({}))
  expect(content({ criteria: [speed] })).not.toBe(content({}))
  expect(content({ criteria: [speed] })).not.toBe(content({ criteria: [{ ...speed, figure: 61 }] }))
  expect(content({ criteria: [speed] })).not.toBe(content({ criteria: [{ ...speed, line: 'a' }] }))
})
