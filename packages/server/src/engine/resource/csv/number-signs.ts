import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportAdjustments, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { z } from 'zod'
import type { Fault } from '../../fault-list.ts'
import { type DecimalSign, decimalSignOf, isAmbiguous, plainNumber } from './number-text.ts'
import type { FileLine } from './parse-file.ts'

/** A number with its percent sign. */
const PERCENT = /^([^%]*[^%\s])\s*%$/
/** Lines after which other requests get their turn. */
const TURN = 200

/** What a number needs whose decimals nothing tells. */
export const AMBIGUOUS_NUMBER = 'ambiguous_number'

export interface SignEvidence {
  /** The sign between cells; a workbook has none. */
  separator: string | undefined
  /** What whoever sends the file says of numbers that can be read in two ways. */
  answer: ImportAdjustments['decimalSign']
}

/** What the texts of a column say of its numbers. */
interface Seen {
  signs: Set<DecimalSign>
  /** Whether a text can be read in two ways, and one of those has a comma. */
  isOpen: boolean
  hasOpenComma: boolean
}

/** The sign before decimals of each column: as its own numbers, or all numbers of the file with its separator, tell; or as it was answered. */
export class NumberSigns {
  readonly #signs: ReadonlyMap<string, DecimalSign | undefined>
  readonly #percents: ReadonlySet<string>
  readonly #answer: SignEvidence['answer']

  /** @param percents the columns whose numbers are percentages */
  constructor(seen: ReadonlyMap<string, Seen>, percents: ReadonlySet<string>, evidence: SignEvidence) {
    this.#percents = percents
    this.#answer = evidence.answer
    const all = new Set([...seen.values()].flatMap(({ signs }) => [...signs]))
    this.#signs = new Map([...seen].map(([column, one]) => [column, signOf(one, all, evidence)]))
  }

  /**
   * The text of a cell as a plain number such as `-1234.5`, or unchanged if it is not a number.
   * @returns a fault where it is one number or another
   */
  read(line: Pick<FileLine, 'numbers'>, column: string, text: string): string | Fault {
    const share = PERCENT.exec(text)?.[1]
    if (share !== undefined && this.#percents.has(column)) return this.read(line, column, share)
    // A sheet that shows 95 % has 0.95.
    if (share !== undefined && line.numbers.has(column)) return plainNumber(`${share}e-2`, '.') ?? text
    if (line.numbers.has(column)) return plainNumber(text, '.') ?? text
    const sign = this.#signs.get(column) ?? (isAmbiguous(text) ? this.#answer : undefined)
    if (sign !== undefined) {
      const other = decimalSignOf(text)
      if (other === undefined || other === sign) return plainNumber(text, sign) ?? text
      return {
        code: 'invalid_format',
        words: () => t('server.numberHasOtherSign', { sign: sign === ',' ? 'comma' : 'point' }),
      }
    }
    const [point, comma] = [plainNumber(text, '.'), plainNumber(text, ',')]
    if (point === undefined || comma === undefined || point === comma) return point ?? comma ?? text
    return { code: AMBIGUOUS_NUMBER, words: () => t('server.numberIsAmbiguous', { point, comma }) }
  }
}

/** Whether the cells of a field are numbers. */
export function isNumeric({ kind, schema, choices, codeOf }: Resource['fields'][string]): boolean {
  if (choices !== undefined || codeOf !== undefined) return false
  return kind === 'integer' || kind === 'decimal' || schema instanceof z.ZodNumber
}

/** Looks at the numbers of a file. */
export async function numberSigns(
  resource: Resource,
  lines: readonly FileLine[],
  evidence: SignEvidence,
): Promise<NumberSigns> {
  const percents = Object.keys(resource.fields).filter((name) => resource.fields[name]?.unit === '%')
  return new NumberSigns(await seenIn(resource, lines), new Set(percents), evidence)
}

async function seenIn({ fields }: Resource, lines: readonly FileLine[]): Promise<Map<string, Seen>> {
  const found = new Map<string, Seen>()
  for (const [place, { cells, numbers }] of lines.entries()) {
    if (place % TURN === TURN - 1) await nextTurn()
    for (const [column, text] of Object.entries(cells)) {
      const entry = fields[column]
      if (!/[.,]/.test(text) || numbers.has(column) || (entry !== undefined && !isNumeric(entry))) continue
      const seen = found.get(column) ?? { signs: new Set(), isOpen: false, hasOpenComma: false }
      found.set(column, seen)
      const sign = decimalSignOf(text)
      if (sign !== undefined) seen.signs.add(sign)
      else if (isAmbiguous(text)) {
        seen.isOpen = true
        seen.hasOpenComma ||= text.includes(',')
      }
    }
  }
  return found
}

function signOf(
  { signs, isOpen, hasOpenComma }: Seen,
  all: ReadonlySet<DecimalSign>,
  { separator, answer }: SignEvidence,
): DecimalSign | undefined {
  const [own, another] = signs
  if (another !== undefined) return answer
  if (own !== undefined || !isOpen) return own
  // Between commas a point stands before decimals: a comma there would need quotes.
  if (separator === ',' && !hasOpenComma && !all.has(',')) return '.'
  const [other, more] = all
  const isAgreed = more === undefined && !(separator === ',' && other === ',')
  return isAgreed && other !== undefined ? other : answer
}
