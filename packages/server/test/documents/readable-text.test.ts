import { documentTypeNames, documentTypes } from '@packhouse/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { makeRenderPool } from '../support/document-tasks.ts'
import { copiedFrom } from '../support/pdf-text.ts'
import { frames, renderType, withText } from './rendered-types.ts'

const pool = makeRenderPool(1)
afterAll(() => pool.stop())

const scripts = {
  Japanese: '包装機ラインの製品',
  'simplified Chinese': '全自动包装机',
  'traditional Chinese': '繁體中文機器',
  Korean: '포장기계 라인',
  Cyrillic: 'Упаковочная машина',
  Greek: 'Μηχανή συσκευασίας',
  signs: '⌀ 12 ± 3 µm ≤ ℃ № ™ ☐ ✓ → ① ㎜ ⚠',
  emoji: '📦 👩\u200D🔧 👍🏽 🇩🇪',
}

/** As long words are in data of the trade. */
const longWords = {
  'a part number': 'PRT-00012345-ABCDEFGH-9876543210-REV-C',
  'an address of the web': 'https://packaging.example/machines/vffs-2214/manuals?lang=en&page=1234567890#drawing',
  'an address of mail': 'maintenance.department@packaging-machines.example.org',
}

const unbroken = (text: string) => text.replaceAll('\n', '')

describe.each(documentTypeNames)('a document of the type %s', (type) => {
  test.each(Object.entries(scripts))('shows text in %s, which is copied as it was typed', async (_, text) => {
    const pdf = await renderType(pool, type, withText(type, text), frames['a letterhead with a logo'])
    expect(unbroken(await copiedFrom(pdf)).replaceAll(' ', '')).toContain(text.replaceAll(' ', ''))
  })

  test.each(Object.entries(longWords))('has %s as it was typed: nothing is put into it', async (_, text) => {
    const copied = await copiedFrom(await renderType(pool, type, withText(type, text)))
    expect(unbroken(copied)).toContain(text)
    expect(copied).not.toMatch(/[\u200B\u00AD\u2060\uFEFF]/)
  })

  test('is made of text with a character that no font has, with a sign in its place', async () => {
    const copied = await copiedFrom(await renderType(pool, type, withText(type, 'Line ꦗ 7')))
    expect(unbroken(copied)).toContain('Line \uFFFD 7')
  })

  test('is made of text with what nobody sees', async () => {
    const unseen = 'A\uFEFFb\u0007c\uFFFEd'
    expect(unbroken(await copiedFrom(await renderType(pool, type, withText(type, unseen))))).toContain('Abcd')
  })
})

test('a long word that fits its line goes to the next one as a whole', async () => {
  const word = longWords['a part number']
  const example = documentTypes.quote.example
  const [line] = example.lines
  const description = `${'Bagging machine with a feeder and a printer for dates, '.repeat(2)}${word} and more`
  const copied = await copiedFrom(await renderType(pool, 'quote', { ...example, lines: [{ ...line, description }] }))
  expect(copied).toContain(word)
})
