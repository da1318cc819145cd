import {
  type Editor,
  type FieldError,
  type NextState,
  type Problem,
  type ProblemCode,
  problemPage,
  problems,
  type Reference,
  type TemplateFault,
} from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { z } from 'zod'

export interface ProblemExtra {
  current?: unknown
  references?: Reference[]
  faults?: TemplateFault[]
  /** Who edits it at the moment. */
  editor?: Editor
  /** The state that does not allow it, and what is possible from there. */
  state?: string
  transitions?: NextState[]
  /** Seconds after which the same request may be made again. */
  retryAfter?: number
}

/** An error that becomes a problem-details answer (RFC 9457). Thrown where the fault is found. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly extra: ProblemExtra

  /**
   * @param detail what was wrong this time and what to do; shown to people
   * @param extra what else helps to go on: the row as it is now, what refers to it
   */
  constructor(code: ProblemCode, detail?: string, errors?: FieldError[], extra: ProblemExtra = {}) {
    super(detail ?? declared(problems[code].title))
    this.code = code
    this.errors = errors
    this.extra = extra
  }
}

/** Narrows, or ends the request with the problem. */
export function assertThat(condition: unknown, code: ProblemCode, detail?: string): asserts condition {
  if (!condition) throw new ProblemError(code, detail)
}

/** The page that says what a problem is and what to do, relative to the address that answered it. */
export function problemType(code: ProblemCode): string {
  return problemPage.path.replace('{code}', code)
}

/** The body of the answer. `instance` is the request's id, also in the log. */
export function toProblem(error: ProblemError, requestId: string): Problem {
  const { status, title: english } = problems[error.code]
  const title = declared(english)
  return {
    type: problemType(error.code),
    title,
    status,
    code: error.code,
    ...(error.message === title ? {} : { detail: error.message }),
    instance: requestId,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...error.extra,
  }
}

/** @param part where the value came from: params, query or body */
export function toFieldErrors(part: string, error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = [part, ...issue.path.map(String)].join('.')
    if (issue.code !== 'unrecognized_keys') return [{ path, code: issue.code, message: declared(issue.message) }]
    return issue.keys.map((key) => ({ path: `${path}.${key}`, code: 'unknown', message: t('server.isNotKnownHere') }))
  })
}
