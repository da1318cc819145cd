import { problemCodes, problemSchema, problems } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assertThat, fieldErrors, ProblemError, toProblem } from './problem-error.ts'

describe('a problem', () => {
  test.each(problemCodes)('of the code %s has its status and title, and the shape of the contract', (code) => {
    const problem = toProblem(new ProblemError(code, 'What was wrong this time.'), 'req-1')
    expect(problemSchema.parse(problem)).toEqual(problem)
    const { status, title } = problems[code]
    expect(problem).toMatchObject({ status, title, code, detail: 'What was wrong this time.', instance: 'req-1' })
  })

  test('does not repeat its title as detail', () => {
    expect(toProblem(new ProblemError('not_found'), 'req-1')).not.toHaveProperty('detail')
  })

  test('lists the first twenty faults of a template, and says how many there are', () => {
    const faults = Array.from({ length: 30 }, (_, line) => ({
      ...{ source: 'main.typ', line, column: 1, endLine: line, endColumn: 2 },
      ...{ message: 'no', hints: [] },
    }))
    const problem = toProblem(new ProblemError('template_invalid', 'It has faults.', undefined, { faults }), 'req-1')
    expect(problem.faults).toEqual(faults.slice(0, 20))
    expect(problem.errorCount).toBe(30)
  })

  test('reports nothing of its stack', () => {
    expect(JSON.stringify(toProblem(new ProblemError('internal'), 'req-1'))).not.toContain('.ts')
  })
})

test('an assertion throws the problem where its condition does not hold, and narrows where it does', () => {
  expect(() => assertThat(false, 'not_found', 'Gone.')).toThrow('Gone.')
  const value: string | undefined = ['a'][0]
  assertThat(value !== undefined, 'not_found')
  expect(value.length).toBe(1)
})

test('the faults of fields show where each is, and name each unknown one', () => {
  const schema = z.strictObject({ hours: z.number(), deep: z.object({ list: z.array(z.string()) }) })
  const { error } = schema.safeParse({ hours: 'x', deep: { list: ['a', 1] }, one: 1, two: 2 })
  if (error === undefined) throw new Error('The schema took it.')
  expect(fieldErrors('query', error).map((fault) => [fault.path, fault.code])).toEqual([
    ['query.hours', 'invalid_type'],
    ['query.deep.list.1', 'invalid_type'],
    ['query.one', 'unknown'],
    ['query.two', 'unknown'],
  ])
})
