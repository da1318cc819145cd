import { t } from '@packhouse/messages'
import { ApiError } from '../../lib/api-error.ts'
import { refusalWords } from './refusal-words.ts'

/** Why a follow-up was not stored, and at which field it is said; of the whole form where it is about none. */
export interface FollowUpFault {
  field: 'what' | 'dueOn' | undefined
  words: string
}

/** What is missing before it can be sent. A day that the browser cannot read is empty. */
export function missingIn({ what, dueOn }: { what: string; dueOn: string }): FollowUpFault | undefined {
  if (what.trim() === '') return { field: 'what', words: t('comments.whatIsMissing') }
  if (dueOn === '') return { field: 'dueOn', words: t('comments.dayIsMissing') }
  return undefined
}

/** What the server refused. */
export function refusedFault(error: unknown): FollowUpFault {
  const [first] = error instanceof ApiError ? error.errors : []
  const name = first?.path.slice(first.path.lastIndexOf('.') + 1)
  return { field: name === 'what' || name === 'dueOn' ? name : undefined, words: refusalWords(error) }
}
