import { inflateSync } from 'node:zlib'
import type { Budget } from './archive.ts'
import { assertWhole, refuse } from './file-refused.ts'
import { namesIn } from './pdf-names.ts'
import { hasArchive, isPage } from './second-kind.ts'
import { assertNoTestVirus } from './test-virus.ts'

/** Where an object or the trailer begins. Tables of the file may point to any of these, even within a text or a stream. */
const BEGINNING = /(?<![A-Za-z])obj|trailer/g
/** The place of the first object in a stream of objects. */
const FIRST = /\/First[\0\s]+(\d+)(?![\d\0\s]*R)/g
const END = '%%EOF'
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
  for (const [index, start] of beginnings.entries()) {
    const part = text.slice(start, beginnings[index + 1])
    const { names, stream } = namesIn(part)
    assertHarmless(names)
    assertNoPage(stream === undefined ? part : behindStream(part, stream))
    if (stream === undefined || !(names.has('ObjStm') || names.has('First'))) continue
    const places = [...part.slice(0, stream).matchAll(FIRST)].map(([, place]) => Number(place))
    if (places.length !== 1) refuse({ fault: 'unknown_packing' })
    checkPacked(unpack(content.subarray(start + stream), names, budget), places[0] ?? 0)
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

function unpack(bytes: Buffer, names: ReadonlySet<string>, budget: Budget): Buffer {
  const isPacked = names.has('Filter')
  const isFlate = names.has('FlateDecode') && !names.has('Predictor')
  if ([...names].some((name) => OTHER_PACKING.test(name)) || (isPacked && !isFlate))
    refuse({ fault: 'unknown_packing' })
  if (!isPacked) {
    const end = bytes.indexOf('endstream')
    return bytes.subarray(0, end < 0 ? bytes.length : end)
  }
  const content = inflated(bytes, budget.bytes)
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
  assertHarmless(namesIn(text.slice(first)).names)
  const numbers = (text.slice(0, first).match(/\d+/g) ?? []).map(Number)
  const places = numbers.filter((_, index) => index % 2 === 1).map((place) => first + place)
  const sorted = [...new Set(places)].toSorted((a, b) => a - b)
  for (const [index, place] of sorted.entries()) {
    assertHarmless(namesIn(text.slice(place, sorted[index + 1])).names)
  }
}
