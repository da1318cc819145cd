import { type ProblemCode, problemSchema } from '@packhouse/contract'
import type { Answer } from '../../support/http-request.ts'

/** A refusal in one line, to compare many of them at once: `400 invalid_request body.name`. */
export function refusalOf(answer: Answer, path?: string): string {
  const problem = problemSchema.safeParse(answer.body).data
  if (problem === undefined) return `${answer.status} ${answer.text.slice(0, 200)}`
  const paths = (problem.errors ?? []).map((error) => error.path)
  const named =
    path === undefined ? [] : [paths.some((one) => one === path || one.startsWith(`${path}.`)) ? path : paths.join()]
  // What was sent is not reported back: a megabyte of it would be a megabyte of answer and of log.
  const length = answer.text.length > 10_000 ? [`${answer.text.length} characters`] : []
  return [answer.status, problem.code, ...named, ...length].join(' ')
}

/** What a refusal for a faulty field says. */
export function invalid(path: string, code: ProblemCode = 'invalid_request'): string {
  return `400 ${code} ${path}`
}

/** What is wrong with the refusal of a body with wrong values: each of their fields has to be named, and nothing else. */
export function faultsOf(answer: Answer, wrong: Record<string, unknown>): string[] {
  const names = Object.keys(wrong)
  return names
    .map((name) => refusalOf(answer, `body.${name}`))
    .filter((text, at) => text !== invalid(`body.${names[at]}`))
}

/** Values as a message can show them. */
export function shortened(values: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value).slice(0, 60)}`))
}
