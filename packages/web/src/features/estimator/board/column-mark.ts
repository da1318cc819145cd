/** What a column is to the card that is dragged: one that it may go to, the one below it, or neither. */
export type ColumnMark = 'open' | 'over' | 'closed' | undefined

export function markClasses(mark: ColumnMark): string {
  if (mark === 'over') return 'bg-kraft-soft outline-2 -outline-offset-2 outline-kraft'
  if (mark === 'open') return 'bg-surface-3 outline-1 -outline-offset-1 outline-dashed outline-control'
  return mark === 'closed' ? 'bg-surface-3 opacity-60' : 'bg-surface-3'
}
