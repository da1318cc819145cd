/** Lines as numbers: the first point, then the steps from each to the next. */
type Steps = readonly number[]

const MORE = 32
const FIRST_CODE = 58

/** Reads the short text that `scripts/world-outline.ts` writes: lines between blanks, five bits to a character. */
export function readLines(text: string): Steps[] {
  return text.split(' ').map(readNumbers)
}

function readNumbers(text: string): number[] {
  const numbers: number[] = []
  let value = 0
  let unit = 1
  for (const character of text.replaceAll('~', '\\')) {
    const code = character.charCodeAt(0) - FIRST_CODE
    value += (code % MORE) * unit
    unit *= MORE
    if (code >= MORE) continue
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2)
    value = 0
    unit = 1
  }
  return numbers
}

/** The lines as the data of one SVG path. */
export function toPath(lines: readonly Steps[]): string {
  return lines.map(([x, y, ...steps]) => `M${x} ${y}l${steps.join(' ')}`).join('')
}
