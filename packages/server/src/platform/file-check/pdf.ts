import { inflateSync } from 'node:zlib'
import type { Budget } from './archive.ts'
import { assertWhole, refuse } from './file-refused.ts'
import { type NamesOf, namesIn } from './pdf-names.ts'
import { hasArchive, isPage } from './second-kind.ts'
import { assertNoTestVirus } from './test-virus.ts'

/** Where an object or the trailer begins. Tables of the file may point to any of these, even within a text or a stream. */
const BEGINNING = /(?<![A-Za-z])obj|trailer/g
const END = '%%EOF'
/** Texts with beginnings in them are read once for each; nobody writes many. All together may be so many times as long as what they are in. */
const MOST_READINGS = 4
/** The table before packed objects: their numbers and places. */
const TABLE = /^[\d\0\s]*$/
const WHITE_SPACE = new Set([0, 9, 10, 12, 13, 32])

/** What runs, opens or carries something else, by the name that says so in a PDF. */
const ACTIVE: Readonly<Record<string, string>> = {
  JavaScript: 'script',
  OnInstantiate: 'script',
  Rendition: 'script',
  Launch: 'launch',
  EmbeddedFile: 'attachment',
  EmbeddedFiles: 'attachment',
  EF: 'attachment',
  RichMedia: 'media',
  XFA: 'form',
}

/** Ways of packing beside Flate: those that are not unpacked here. */
const OTHER_PACKING = /^(LZWDecode|ASCIIHexDecode|ASCII85Decode|RunLengthDecode|Crypt|LZW|AHx|A85|RL)$/

/**
 * Refuses a PDF that is not one from its first byte to its last, or that has a script, a program, a file or a form with scripts in it.
 * Objects are found by where they begin, not by the tables of the file: those may point anywhere. Objects that are packed together are unpacked.
 */
export function checkPdf(content: Buffer, budget: Budget): void {
  const text = content.toString('latin1')
  assertWhole(/^%PDF-[12]\.\d/.test(text))
  assertEnds(content)
  if (hasArchive(content)) refuse({ fault: 'second_kind', second: 'archive' })
  const beginnings = [...text.matchAll(BEGINNING)].map(({ index }) => index)
  assertWhole(beginnings.length > 0)
  assertNoPage(text.slice(0, beginnings[0]))
  const read = readingOf(text, beginnings)
  for (const [index, start] of beginnings.entries()) {
    const part = text.slice(start, beginnings[index + 1])
    const found = read(index)
    assertHarmless(found.names)
    const { names, stream } = found
    assertNoPage(stream === undefined ? part : behindStream(part, stream - start))
    if (stream === undefined || !(names.has('ObjStm') || names.has('First'))) continue
    const [first, ...others] = found.firsts
    if (first === undefined || others.length > 0) refuse({ fault: 'unknown_packing' })
    checkPacked(unpack(content.subarray(stream), found, budget), first)
  }
}

/** @returns what reads from a beginning, with a bound of what is read over all of them */
function readingOf(source: string, beginnings: readonly number[]): (index: number) => NamesOf {
  let left = source.length * MOST_READINGS
  return (index) => {
    const found = namesIn(source, beginnings, index)
    left -= (found.stream ?? found.end) - (beginnings[index] ?? 0)
    if (left < 0) refuse({ fault: 'too_complex' })
    return found
  }
}

function assertEnds(content: Buffer): void {
  let end = content.length
  while (WHITE_SPACE.has(content[end - 1] ?? -1)) end -= 1
  if (content.toString('latin1', end - END.length, end) === END) return
  const last = content.lastIndexOf(END)
  assertWhole(last >= 0)
  refuse({ fault: 'more_bytes', bytes: end - last - END.length })
}

function assertHarmless(names: ReadonlySet<string>): void {
  if (names.has('Encrypt')) refuse({ fault: 'encrypted' })
  for (const name of names) if (Object.hasOwn(ACTIVE, name)) refuse({ fault: 'active', what: ACTIVE[name] ?? '' })
}

function assertNoPage(text: string): void {
  if (isPage(text)) refuse({ fault: 'second_kind', second: 'page' })
}

/** The part of an object outside of its stream. */
function behindStream(part: string, stream: number): string {
  const end = part.indexOf('endstream', stream)
  return end < 0 ? part.slice(0, stream) : part.slice(0, stream) + part.slice(end)
}

function unpack(bytes: Buffer, { names, filters }: NamesOf, budget: Budget): Buffer {
  const isElse = [...names].some((name) => OTHER_PACKING.test(name)) || names.has('DecodeParms') || names.has('DP')
  const isFlate = filters.length === 1 && filters[0] === true
  if (isElse || (filters.length > 0 && !isFlate)) refuse({ fault: 'unknown_packing' })
  // Where it ends is in its length, which another object may say: what follows is read as well.
  const content = isFlate ? inflated(bytes, budget.bytes) : bytes
  if (content.length > budget.bytes) refuse({ fault: 'unpacks_too_far' })
  budget.bytes -= content.length
  return content
}

function inflated(bytes: Buffer, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return refuse({ fault: isTooLarge ? 'unpacks_too_far' : 'damaged' })
  }
}

/** @param first where the first object begins; before it is a table of where each begins, which may be within a text as well */
function checkPacked(content: Buffer, first: number): void {
  assertNoTestVirus(content)
  const text = content.toString('latin1')
  const table = text.slice(0, first)
  assertWhole(TABLE.test(table))
  const numbers = (table.match(/\d+/g) ?? []).map(Number)
  const places = numbers.filter((_, index) => index % 2 === 1).map((place) => first + place)
  const beginnings = [...new Set([first, ...places])].toSorted((a, b) => a - b)
  const read = readingOf(text, beginnings)
  for (const index of beginnings.keys()) assertHarmless(read(index).names)
}
