import type { AgreedUse } from '@packhouse/contract'

export type Answer = 'accepted' | 'declined' | 'changed' | 'none'

/** What a customer says to an agreement as it reads now. */
export function answerOf({ answer }: Pick<AgreedUse, 'answer'>): Answer {
  if (answer === null) return 'none'
  if (!answer.isCurrent) return 'changed'
  return answer.accepted ? 'accepted' : 'declined'
}
