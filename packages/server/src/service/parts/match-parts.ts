import { foldCase } from '@packhouse/contract'
/** By what a part is found. */
export interface Findable {
  number: string
  name: string
  position: string
  isFitted: boolean
}

/** A label may have more on it than the number: from this length on a number is found within. */
const LEAST_ON_LABEL = 5
const LEAST_OF_NUMBER = 3

/** What a search or a barcode finds, best first: a number or a position that is meant exactly, then what is in the machine, then the others. */
export function matchParts<T extends Findable>(parts: readonly T[], search: string): T[] {
  const meant = fold(search).trim()
  if (meant === '') return [...parts].sort((one, other) => Number(other.isFitted) - Number(one.isFitted))
  const words = meant.split(/\s+/)
  const label = bare(meant)
  const found = parts.flatMap((part) => {
    const number = bare(fold(part.number))
    const isExact = number === label || fold(part.position) === meant
    if (isExact) return [{ part, rank: 0 }]
    const text = fold(`${part.number} ${part.name} ${part.position}`)
    const isFound =
      words.every((word) => text.includes(word)) ||
      (label.length >= LEAST_OF_NUMBER && number.includes(label)) ||
      (number.length >= LEAST_ON_LABEL && label.includes(number))
    return isFound ? [{ part, rank: 1 }] : []
  })
  return found
    .sort((one, other) => one.rank - other.rank || Number(other.part.isFitted) - Number(one.part.isFitted))
    .map(({ part }) => part)
}

/** Small letters without accents. */
function fold(text: string): string {
  return foldCase(text.normalize('NFKD').replace(/\p{M}/gu, ''))
}

/** Without blanks, dashes and dots, which labels and lists write differently. */
function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}
