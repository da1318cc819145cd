import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const FIRST_DELAY_MS = 1_000

/** A server or network that is away is asked twice more; a refusal is final, and shown. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500)
}

/** How long to wait before the next try, ms: as long as the server asks for. */
export function retryDelay(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return seconds === undefined ? FIRST_DELAY_MS * 2 ** failures : seconds * 1_000
}

export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, retryDelay } } })
