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

/** What one answer lists of what is wrong: a request of a MiB can have a hundred thousand faults. */
export const MOST_FAULTS = 20

/** Characters of a text that the answer takes over: names and values come from the request. A list of all permissions has 7,000. */
const LONGEST_DETAIL = 10_000
const LONGEST_PATH = 200

/** An error that becomes a problem-details answer (RFC 9457). Thrown where the fault is found. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  /** The first of them, `MOST_FAULTS` at most. */
  readonly errors: FieldError[] | undefined
  /** How many there are in all. */
  readonly errorCount: number
  readonly extra: ProblemExtra

  /**
   * @param detail what was wrong this time and what to do; shown to people
   * @param extra what else helps to go on: the row as it is now, what refers to it
   * @param errorCount of all faults, where `errors`, or those of a template, are the first of them alone
   */
  constructor(
    code: ProblemCode,
    detail?: string,
    errors?: FieldError[],
    extra: ProblemExtra = {},
    errorCount: number = errors?.length ?? extra.faults?.length ?? 0,
  ) {
    super(detail === undefined ? declared(problems[code].title) : shortened(detail, LONGEST_DETAIL))
    this.code = code
    this.errors = errors?.slice(0, MOST_FAULTS)
    this.errorCount = errorCount
    this.extra = { ...extra, ...(extra.faults && { faults: extra.faults.slice(0, MOST_FAULTS) }) }
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
    ...(error.errorCount > MOST_FAULTS ? { errorCount: error.errorCount } : {}),
    ...error.extra,
  }
}

/**
 * The faults of a part of a request.
 * @param part where the value came from: params, query or body
 * @param most so many are made, and no more
 */
export function fieldErrors(part: string, error: z.ZodError, most: number = Number.POSITIVE_INFINITY): FieldError[] {
  const found: FieldError[] = []
  for (const fault of faultsOf(part, error)) {
    if (found.length >= most) break
    found.push(fault)
  }
  return found
}

function* faultsOf(part: string, error: z.ZodError): Generator<FieldError> {
  for (const issue of error.issues) {
    const path = [part, ...issue.path.map(String)].join('.')
    if (issue.code !== 'unrecognized_keys') {
      yield { path: shortened(path, LONGEST_PATH), code: issue.code, message: declared(issue.message) }
      continue
    }
    for (const key of issue.keys)
      yield { path: shortened(`${path}.${key}`, LONGEST_PATH), code: 'unknown', message: t('server.isNotKnownHere') }
  }
}

/** How many faults `fieldErrors` would make. */
export function countFaults({ issues }: z.ZodError): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}
