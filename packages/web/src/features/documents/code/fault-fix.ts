import type { TemplateFault } from '@packhouse/contract'
import { nearestName } from '../../../resource/nearest-name.ts'
import { fieldsAt } from './data-fields.ts'

/** A field that the data does not have, what it has in its place, and how to mend it. */
export interface UnknownField {
  name: string
  known: readonly string[]
  /** The known one that is most like it. */
  nearest: string | undefined
  /** Where the name stands in the source, in characters; undefined where it is not written at the fault. */
  place: { from: number; to: number } | undefined
}

const MISSING = /^dictionary does not contain key "([^"]+)"/

/** What a fault of the compiler says of an unknown field; undefined for every other fault. */
export function unknownField(fault: TemplateFault, source: string, schema: unknown): UnknownField | undefined {
  const name = MISSING.exec(fault.message)?.[1]
  if (name === undefined) return undefined
  const lines = source.split('\n')
  const before = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0)
  const line = lines[fault.line - 1] ?? ''
  const end = fault.endLine === fault.line ? fault.endColumn - 1 : line.length
  const written = new RegExp(`([A-Za-z_][\\w-]*(?:\\.[\\w-]+)*)\\.${escaped(name)}(?![\\w-])`, 'g')
  // The fault may be the name alone: its path begins before it.
  const found = [...line.slice(0, end).matchAll(written)].findLast(({ 0: text, index }) => {
    return index + text.length >= fault.column
  })
  if (found === undefined) return { name, known: [], nearest: undefined, place: undefined }
  const from = before + found.index + found[0].length - name.length
  const known = (fieldsAt(schema, source.slice(0, from), found[1] ?? '') ?? []).map((field) => field.name)
  return { name, known, nearest: nearestField(name, known), place: { from, to: from + name.length } }
}

/** A short form counts too: `qty` is meant by `quantity`. */
function nearestField(name: string, known: readonly string[]): string | undefined {
  const plain = name.toLowerCase()
  const contained = (one: string) => one.length > 2 && (plain.includes(one) || one.includes(plain))
  return (
    nearestName(name, known) ??
    known.find((one) => contained(one.toLowerCase())) ??
    known.find((one) => isShortForm(one.toLowerCase(), plain))
  )
}

/** Whether the letters of a name are those of a longer one in the same order, from the same first letter on. */
function isShortForm(short: string, long: string): boolean {
  if (short.length < 3 || short[0] !== long[0]) return false
  let place = 0
  for (const letter of long) if (letter === short[place]) place++
  return place === short.length
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w-]/g, String.raw`\$&`)
}
