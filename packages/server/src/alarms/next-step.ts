import type { EscalationStep } from '@packhouse/contract'

/** What of an escalation policy says what comes when. */
export interface EscalationPolicy {
  steps: EscalationStep[]
  repeats: number
  repeatAfterMinutes: number
}

/** Between two reminders of an alarm that nobody acknowledges. */
const LONGEST_PAUSE_MINUTES = 1_440

/**
 * The step behind one that was taken. After the last round the last step comes again and again: each time after twice the pause, at last once a day, so
 * that an alarm which nobody has seen is not forgotten and drowns nobody. Undefined where there is no step to take any more.
 */
export function nextStep(
  { steps, repeats, repeatAfterMinutes }: EscalationPolicy,
  { round, step }: { round: number; step: number },
): { round: number; step: number; afterMinutes: number } | undefined {
  const following = steps[step + 1]
  if (following !== undefined) return { round, step: step + 1, afterMinutes: following.afterMinutes }
  if (round < repeats) return { round: round + 1, step: 0, afterMinutes: repeatAfterMinutes }
  if (steps.length === 0) return undefined
  const afterMinutes = Math.min(LONGEST_PAUSE_MINUTES, repeatAfterMinutes * 2 ** (round - repeats))
  return { round: round + 1, step: steps.length - 1, afterMinutes }
}
