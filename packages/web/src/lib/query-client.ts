import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** A server or network that is away is asked twice more; a refusal is final. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500)
}

export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying } } })
