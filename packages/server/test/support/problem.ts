import { type Problem, type ProblemCode, problemSchema, problems } from '@packhouse/contract'
import { expect } from 'vitest'
import type { Answer } from './http-request.ts'

/** Expects an answer to be the problem with this code, in the shape that every problem has. @returns it */
export function expectProblem(answer: Answer, code: ProblemCode): Problem {
  expect(answer.body, answer.text).toMatchObject({ code })
  const problem = problemSchema.strict().parse(answer.body)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(problem).toMatchObject({ status: problems[code].status, title: problems[code].title })
  expect(problem.type).toBe(`/problems/${code}`)
  expect(answer.status).toBe(problem.status)
  expect(answer.text).not.toMatch(/node_modules|\.ts:|\bat .*\(/)
  return problem
}

/** A problem without what differs from request to request. */
export function withoutInstance(answer: Answer): string {
  return answer.text.replace(/"instance":"[^"]*"/, '"instance":""')
}
