import { ApiError } from '../api-error.ts'

/** Whether no answer came at all: there is no connection, or the server is away. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError
}

/** What a server or a session that is not there for the moment answers: the same request may succeed later. */
const PASSING = new Set([401, 408, 423, 425, 429])

/** Whether the same request may succeed later, without anybody changing it. */
export function isPassing(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof ApiError && (error.status >= 500 || PASSING.has(error.status)))
}
