/**
 * A minimal set of items that cannot hold together: each of them is needed for the contradiction. Earlier items are preferred.
 *
 * QuickXplain by Ulrich Junker, 'QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems', AAAI 2004: for a result of
 * k among n items it asks O(k log(n/k) + k) times.
 *
 * @param isConsistent whether items can hold together with all that is not in question
 * @returns undefined where all items can hold together; no items where nothing can hold even without them
 */
export function quickXplain<Item>(
  items: readonly Item[],
  isConsistent: (items: readonly Item[]) => boolean,
): Item[] | undefined {
  if (isConsistent(items)) return undefined
  if (items.length === 0 || !isConsistent([])) return []
  return conflict([], false, items, isConsistent)
}

/** @param grown whether the background has grown since it was last found consistent */
function conflict<Item>(
  background: readonly Item[],
  grown: boolean,
  items: readonly Item[],
  isConsistent: (items: readonly Item[]) => boolean,
): Item[] {
  if (grown && !isConsistent(background)) return []
  if (items.length === 1) return [...items]
  const middle = Math.ceil(items.length / 2)
  const first = items.slice(0, middle)
  const second = conflict([...background, ...first], true, items.slice(middle), isConsistent)
  return [...conflict([...background, ...second], second.length > 0, first, isConsistent), ...second]
}
