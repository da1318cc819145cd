/** Whether no two entries of a list are the same. */
export function areDistinct(entries: readonly object[]): boolean {
  return new Set(entries.map((entry) => JSON.stringify(entry))).size === entries.length
}

export const SAME_ENTRY = 'must not have the same entry twice'
