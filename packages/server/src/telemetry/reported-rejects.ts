import { COUNTER_GAP_LIMIT_MS } from './counter-step.ts'

/** A reading of rejects speaks for so long: over a longer silence nothing that a counter shows is counted. */
export const REJECTS_SPEAK_MS = COUNTER_GAP_LIMIT_MS

/**
 * Whether rejects are measured in a window, as far as the newest reading of them decides it: a machine has reported them in the window, or shortly before it.
 * One that reports changes alone says nothing while it makes no rejects.
 * @param rejectsAt time of the newest reading, Unix ms; null without a reading
 * @returns undefined where it lies behind the window: then the readings of `REJECTS_SPEAK_MS` before the window and of the window itself decide
 */
export function decidedByNewest(
  rejectsAt: number | null,
  { from, to }: { from: number; to: number },
): boolean | undefined {
  if (rejectsAt === null || rejectsAt < from - REJECTS_SPEAK_MS) return false
  return rejectsAt < to ? true : undefined
}
