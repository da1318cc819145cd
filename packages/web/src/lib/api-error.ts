import {
  type Editor,
  type FieldError,
  type ProblemCode,
  problemCodes,
  type Reference,
  referenceEffects,
  type TemplateFault,
} from '@packhouse/contract'
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
  /** Who edits the row at the moment, where that is in the way. */
  readonly editor: Editor | undefined
  /** What is wrong with a template, and where. */
  readonly faults: readonly TemplateFault[]

  constructor(problem: {
    code: ProblemCode | 'unknown'
    status: number
    title: string
    detail?: string | undefined
    errors?: readonly FieldError[]
    current?: unknown
    retryAfterSeconds?: number | undefined
    references?: readonly Reference[]
    editor?: Editor | undefined
    faults?: readonly TemplateFault[]
  }) {
    super(problem.detail ?? problem.title)
    this.code = problem.code
    this.status = problem.status
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.current = problem.current
    this.retryAfterSeconds = problem.retryAfterSeconds
    this.references = problem.references ?? []
    this.editor = problem.editor
    this.faults = problem.faults ?? []
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
    editor: isEditor(problem.editor) ? problem.editor : undefined,
    faults: Array.isArray(problem.faults) ? problem.faults.filter(isTemplateFault) : [],
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

function isEditor(value: unknown): value is Editor {
  const { userId, name, since, expiresAt } = asRecord(value)
  return [userId, name, since, expiresAt].every((one) => typeof one === 'string')
}

function isReference(value: unknown): value is Reference {
  const { resource, effect, count, labels } = asRecord(value)
  const isKnown = referenceEffects.some((one) => one === effect)
  return typeof resource === 'string' && isKnown && typeof count === 'number' && Array.isArray(labels)
}

function isTemplateFault(value: unknown): value is TemplateFault {
  const { message, source, line, column, endLine, endColumn, hints } = asRecord(value)
  const numbers = [line, column, endLine, endColumn]
  return (
    typeof message === 'string' &&
    typeof source === 'string' &&
    numbers.every((number) => typeof number === 'number') &&
    Array.isArray(hints)
  )
}
