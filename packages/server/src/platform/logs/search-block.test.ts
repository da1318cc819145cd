import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayMatch, toPattern } from './search-block.ts'
import { decodeIndex, describeBlock, encodeIndex } from './segment-index.ts'
import { foldCharacter } from './trigrams.ts'

const SEED = 20_261_128

/** A block that has this message and others. */
function blockWith(message: string) {
  const lines = ['before', message, 'after'].map(
    (msg) => `${JSON.stringify({ level: 30, time: 1_800_000_000_000, msg })}\n`,
  )
  return { line: lines[1] ?? '', block: describeBlock(Buffer.from(lines.join('')), 0) }
}

function wanted(text: string) {
  return { text, isRegExp: false }
}

describe('a text is found whatever its case', () => {
  test.each([
    ['MÜLLER-LINIE', 'müller'],
    ['müller-linie', 'MÜLLER'],
    ['ЛИНИЯ УПАКОВКИ', 'линия'],
    ['ΓΡΑΜΜΉ ΣΥΣΚΕΥΑΣΊΑΣ', 'συσκευασίας'],
    ['συσκευασίας', 'ΣΥΣΚΕΥΑΣΊΑΣ'],
    ['STRAẞE', 'straße'],
    ['ՓԱԹԵԹԱՎՈՐՈՒՄ', 'փաթեթ'],
    ['𐐔𐐇𐐝𐐀𐐡𐐇𐐓', '𐐼𐐯𐑅𐐨𐑉'],
    ['包装机 3', '包装机'],
    ['path="x"', 'path="x"'],
    ['a=b=ü', 'A=B=Ü'],
  ])('%s by %s', (message, text) => {
    const { line, block } = blockWith(message)
    expect(toPattern(wanted(text)).test(line)).toBe(true)
    expect(mayMatch(block, wanted(text))).toBe(true)
  })

  test('and a block without it is not unpacked, in whatever script', () => {
    const { block } = blockWith('MÜLLER-LINIE ЛИНИЯ')
    for (const text of ['schröder', 'упаковка', 'müller linie']) expect(mayMatch(block, wanted(text)), text).toBe(false)
  })
})

test('what the search takes for one character, the index does too, of all characters', () => {
  const cased = Array.from({ length: 0x11_00_00 }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(one))
  const all = cased.join('')
  expect(cased.length).toBeGreaterThan(2_800)
  const apart = cased.flatMap((one) =>
    [...all.matchAll(new RegExp(one, 'giu'))].flatMap(([same]) =>
      foldCharacter(same) === foldCharacter(one) ? [] : [`${one} ${same}`],
    ),
  )
  expect(apart).toEqual([])
})

/** Letters of many scripts, signs that JSON escapes, and characters of two code units. */
const ALPHABETS = [
  'abcxyzABCXYZ019',
  'äöüÄÖÜßẞéÉıİiI',
  'абвгдАБВГДёЁ',
  'αβγσςΣΩωάΆ',
  'աբգԱԲԳ',
  'დევხზDž',
  '包装机ラインタイ',
  'שלוםنقل',
  '𐐀𐐨𐐁𐐩😀',
  'kKKsſS',
  '"\\\t=/-.[(',
  '\u0301\u0345ιΙ',
]
const characters = fc
  .constantFrom(...ALPHABETS.map((letters) => [...letters]))
  .chain((letters) => fc.constantFrom(...letters))
const cases = [(text: string) => text, (text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()]
const texts = fc.array(characters, { minLength: 1, maxLength: 30 }).map((letters) => letters.join(''))

test('everything that the search finds, it finds through the index', () => {
  let hits = 0
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.nat(29),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(...cases),
      (message, other, from, length, inCase) => {
        const part = [...message]
          .slice(from % [...message].length)
          .slice(0, length)
          .join('')
        const { line, block } = blockWith(message)
        for (const text of [inCase(part), other]) {
          if (!toPattern(wanted(text)).test(line)) continue
          hits++
          const [stored] = decodeIndex(encodeIndex({ blocks: [block] })).blocks
          expect(stored !== undefined && mayMatch(stored, wanted(text)), `${line} by ${text}`).toBe(true)
        }
      },
    ),
    { seed: SEED, numRuns: 4_000 },
  )
  expect(hits).toBeGreaterThan(2_500)
})

/** Trigrams as files of before have them: of bytes. */
function bitsOfBefore(bytes: Buffer): string {
  const bits = new Uint8Array(64 ** 3 / 8)
  let hash = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte
    const isLetter = lower >= 97 && lower <= 122
    const sign = isLetter ? lower - 97 : lower >= 48 && lower <= 57 ? lower - 22 : 36 + (lower % 28)
    hash = ((hash << 6) | sign) & (64 ** 3 - 1)
    if (at >= 2) bits[hash >> 3] = (bits[hash >> 3] as number) | (1 << (hash & 7))
  }
  return Buffer.from(bits).toString('base64')
}

test('in a file whose index is of before, all is found, and English words are still ruled out', () => {
  const { line, block } = blockWith('MÜLLER-LINIE 42 ΓΡΑΜΜΉ')
  const stored = JSON.stringify({ version: 1, blocks: [{ ...block, trigrams: bitsOfBefore(Buffer.from(line)) }] })
  const [read] = decodeIndex(stored).blocks
  if (read === undefined) throw new Error('There is no block.')
  for (const text of ['müller', 'MÜLLER-LINIE', 'γραμμή', 'linie 42 γ'])
    expect(mayMatch(read, wanted(text)), text).toBe(true)
  for (const text of ['linien', 'müllex']) expect(mayMatch(read, wanted(text)), text).toBe(false)
})
