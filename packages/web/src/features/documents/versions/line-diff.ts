import { diffLines } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** Its number in the newer text, or in the older one where it was removed. */
  number: number
}

export interface DiffGap {
  kind: 'gap'
  /** Lines that are the same and left out. */
  count: number
}

/** So many lines that are the same are shown around a change. */
const AROUND = 2

/** What a newer text changes of an older one, line by line; lines far from any change are left out. */
export function lineDiff(older: string, newer: string): readonly (DiffLine | DiffGap)[] {
  return shortened(allLines(older, newer))
}

function allLines(older: string, newer: string): readonly DiffLine[] {
  const counts = { older: 0, newer: 0 }
  return diffLines(withEnd(older), withEnd(newer)).flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): DiffLine => {
        if (!added) counts.older += 1
        if (!removed) counts.newer += 1
        const kind = added ? 'added' : removed ? 'removed' : 'same'
        return { kind, text, number: removed ? counts.older : counts.newer }
      }),
  )
}

/** Whether the last line ends is no change that anybody means. */
function withEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

function shortened(lines: readonly DiffLine[]): readonly (DiffLine | DiffGap)[] {
  const changes = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]))
  const near = new Set(
    changes.flatMap((index) => Array.from({ length: 2 * AROUND + 1 }, (_, step) => index - AROUND + step)),
  )
  const shown: (DiffLine | DiffGap)[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(index)) shown.push(line)
    else if (last?.kind === 'gap') last.count += 1
    else shown.push({ kind: 'gap', count: 1 })
  }
  return shown
}
