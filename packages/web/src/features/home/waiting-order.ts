import type { Waiting, WaitingFound } from '../../resource/feature.ts'

/** What waits, as far as it is known: undefined while it is asked for. */
export interface WaitingEntry {
  waiting: Waiting
  found: WaitingFound | undefined
  isFailed: boolean
}

/** What is to be done first, the urgent before the rest; then what could not be counted. What is 0 is apart: nobody has to do anything. */
export function inOrder(entries: readonly WaitingEntry[]): { shown: WaitingEntry[]; none: WaitingEntry[] } {
  const placeOf = ({ waiting, found }: WaitingEntry) => (found === undefined ? 2 : waiting.isUrgent ? 0 : 1)
  const isNone = ({ found }: WaitingEntry) => found?.total === 0
  return {
    shown: entries.filter((entry) => !isNone(entry)).toSorted((one, other) => placeOf(one) - placeOf(other)),
    none: entries.filter(isNone),
  }
}
