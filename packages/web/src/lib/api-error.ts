import { type FieldError, type ProblemCode, problemCodes, type Reference } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { retryAfterOf } from './retry-after.ts'

/** What the server answered instead of a result. `unknown` is an answer that is no problem of the contract. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ProblemCode | 'unknown'
  readonly status: number
  /** What was wrong this time and what to do, in words for the reader. */
  readonly detail: string | undefined
  readonly errors: readonly FieldError[]
  /** The row as it is now, where a change was made from an older one. */
  readonly current: unknown
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfterSeconds: number | undefined
  /** What still refers to a row that was to be deleted. */
  readonly references: readonly Reference[]

  constructor(problem: {
    code: ProblemCode | 'unknown'
    status: number
    title: string
    detail?: string | undefined
    errors?: readonly FieldError[]
    current?: unknown
    retryAfterSeconds?: number | undefined
    references?: readonly Reference[]
  }) {
    super(problem.detail ?? problem.title)
    this.code = problem.code
    this.status = problem.status
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.current = problem.current
    this.retryAfterSeconds = problem.retryAfterSeconds
    this.references = problem.references ?? []
  }
}

/** What was to be asked after this browser had signed out. It was not sent. */
export class SignedOutError extends ApiError {
  constructor() {
    super({ code: 'not_signed_in', status: 401, title: t('app.youAreSignedOutSignIn') })
  }
}

/** Reads the problem details (RFC 9457) of a failed answer. Never throws: a proxy may have answered something else. */
export async function readProblem(response: Response): Promise<ApiError> {
  const problem = asRecord(await response.json().catch(() => undefined))
  return new ApiError({
    code: problemCodes.find((code) => code === problem.code) ?? 'unknown',
    status: response.status,
    title: text(problem.title) ?? t('app.theServerAnswered', { status: response.status }),
    detail: text(problem.detail),
    errors: Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [],
    current: problem.current,
    retryAfterSeconds: retryAfterOf(response),
    references: Array.isArray(problem.references) ? problem.references.filter(isReference) : [],
  })
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isFieldError(value: unknown): value is FieldError {
  const { path, code, message } = asRecord(value)
  return typeof path === 'string' && typeof code === 'string' && typeof message === 'string'
}

function isReference(value: unknown): value is Reference {
  const { resource, count, labels } = asRecord(value)
  return typeof resource === 'string' && typeof count === 'number' && Array.isArray(labels)
}
