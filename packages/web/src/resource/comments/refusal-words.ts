import { t } from '@packhouse/messages'
import { errorMessage } from '../error-messages.ts'

/** Why the server refused a comment or a follow-up. */
export function refusalWords(error: unknown): string {
  const labels = { text: t('comments.label'), what: t('comments.what'), dueOn: t('comments.dueOn') }
  return errorMessage({ fields: {} }, error, labels)
}
