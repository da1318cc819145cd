import type { AgreedUse } from '@packhouse/contract'

export type Answer = 'accepted' | 'declined' | 'changed' | 'none'

/** What a customer says to an agreement as it reads now. */
export function answerOf({ answer }: Pick<AgreedUse, 'answer'>): Answer {
  if (answer === null) return 'none'
  if (!answer.isCurrent) return 'changed'
  return answer.accepted ? 'accepted' : 'declined'
}

/**
 * Whether an agreement has ended. It holds on its last day too, and one that ends later is answered like any other.
 * @param now in milliseconds; days are those of UTC, as the server counts them
 */
export function hasEnded({ endedOn }: Pick<AgreedUse, 'endedOn'>, now: number): boolean {
  return endedOn !== null && endedOn < new Date(now).toISOString().slice(0, 10)
}
