import { type FieldError, type ProblemCode, problemCodes } from '@packhouse/contract'

/** What the server answered instead of a result. `unknown` stands for an answer that is no problem of the contract. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ProblemCode | 'unknown'
  readonly status: number
  /** What was wrong this time and what to do, in words for the reader. */
  readonly detail: string | undefined
  readonly errors: readonly FieldError[]

  constructor(problem: {
    code: ProblemCode | 'unknown'
    status: number
    title: string
    detail?: string | undefined
    errors?: readonly FieldError[]
  }) {
    super(problem.detail ?? problem.title)
    this.code = problem.code
    this.status = problem.status
    this.detail = problem.detail
    this.errors = problem.errors ?? []
  }
}

/** Reads the problem details (RFC 9457) of a failed answer. Never throws: a proxy may have answered something else. */
export async function readProblem(response: Response): Promise<ApiError> {
  const problem = asRecord(await response.json().catch(() => undefined))
  return new ApiError({
    code: problemCodes.find((code) => code === problem.code) ?? 'unknown',
    status: response.status,
    title: text(problem.title) ?? `The server answered ${response.status}.`,
    detail: text(problem.detail),
    errors: Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [],
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
