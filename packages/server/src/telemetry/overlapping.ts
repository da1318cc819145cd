/** A stretch of time, Unix ms; its end is exclusive. */
interface Stretch {
  from: number
  to: number
}

/**
 * The stretches that share time with another one, found by halves: a machine may have tens of thousands of them.
 * @param all in order, never overlapping each other
 */
export function overlapping<S extends Stretch>(all: readonly S[], { from, to }: Stretch): readonly S[] {
  const first = placeWhere(all, (one) => one.to > from)
  const end = placeWhere(all, (one) => one.from >= to)
  return all.slice(first, Math.max(first, end))
}

/** The place of the first for which it is so, where it is so for all behind it too. */
function placeWhere<S>(all: readonly S[], isSo: (one: S) => boolean): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSo(all[middle] as S)) high = middle
    else low = middle + 1
  }
  return low
}
