import { t } from '@packhouse/messages'
import { ApiError } from '../../lib/api-error.ts'

/** What to say of a call that failed; a server that is away is no fault of what was typed. */
export function explainFailure(error: unknown): string {
  return error instanceof ApiError && error.status < 500 ? error.message : t('access.theServerCouldNotBeReached')
}
