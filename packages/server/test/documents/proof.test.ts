import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentTypeName, documentTypeNames, documentTypes } from '@packhouse/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { RenderPool } from '../../src/documents/render/render-pool.ts'
import { absentFrom, pagesOf, readsPdfText } from '../support/pdf-text.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { frames, renderType, withLines, withText } from './rendered-types.ts'

/** What ends a document of too many pages is the limit of the pool, not that of a test. */
const TIMEOUT_MS = 120_000

const folder = await makeTemporaryFolder('proof')
const pools: RenderPool[] = []
const pool = newPool()

function newPool(): RenderPool {
  const made = new RenderPool({
    processes: 1,
    queue: 50,
    perOwner: 50,
    documentsPerProcess: 200,
    timeoutMs: TIMEOUT_MS,
    memoryBytes: 1_200 * 1024 ** 2,
  })
  pools.push(made)
  return made
}

afterAll(() => {
  for (const each of pools) each.stop()
  return folder.remove()
})

/** Money is in none of these documents: there is nothing in yen or dinars to write. */
const texts = {
  'words of 60 characters': 'Verschlussbackentemperaturregelungsüberwachungseinrichtungsx',
  'names in Arabic': 'شركة التعبئة والتغليف',
  'names in Hebrew': 'מערכות אריזה בע״מ',
  'Greek and Cyrillic': 'Συστήματα συσκευασίας, Упаковочные системы',
}

/** Any of it would be gone, look different or end the document if it were read as a template. */
const MARKS = '#panic("x") *a* _b_ $c$ `d` @e <f> = [g]'

/** A table of prices, whose sums are carried over its pages, and one of plain lines; the others are made of the same parts. */
const long: readonly DocumentTypeName[] = ['quote', 'alarmReport']

describe.each(documentTypeNames)('a document of the type %s', (type) => {
  test.each(Object.entries(frames))('has %s, and is sound for independent tools', async (_, look) => {
    expect(independently(await renderType(pool, type, documentTypes[type].example, look))).toEqual([])
  })

  test.each(long.includes(type) ? [0, 2_000] : [0])(
    'has %d lines',
    async (count) => {
      const pdf = await renderType(pool, type, withLines(type, count), frames['a letterhead with a logo'])
      expect(independently(pdf)).toEqual([])
    },
    TIMEOUT_MS + 10_000,
  )

  test.each(Object.entries(texts))('has %s', async (_, text) => {
    const data = withText(type, text)
    expect(JSON.stringify(data)).toContain(text)
    expect(independently(await renderType(pool, type, data, frames['a letterhead with a logo']))).toEqual([])
  })

  test('shows the marks and code of Typst in its data as they are', async () => {
    const data = withText(type, MARKS)
    expect(JSON.stringify(data)).toContain('#panic')
    const pdf = await renderType(pool, type, data)
    if (readsPdfText) expect(absentFrom(pdf, [MARKS])).toEqual([])
  })

  test('is the same to the byte for the same data, version and time, and another for other data', async () => {
    const example = documentTypes[type].example
    const first = await renderType(pool, type, example)
    expect(Buffer.compare(first, await renderType(newPool(), type, example))).toBe(0)
    expect(Buffer.compare(first, await renderType(pool, type, withText(type, 'Other')))).not.toBe(0)
  })
})

test.runIf(readsPdfText)(
  'every text of a quote over pages is read out of it, with the heading of the table that goes on',
  async () => {
    const example = documentTypes.quote.example
    const lines = Array.from({ length: 60 }, (_, n) => ({
      ...example.lines[n % 3],
      begins: n === 0 ? { name: 'Machines', total: '61,000.007' } : null,
      amount: `${n},000.007`,
      sum: `${n + 1},001.007`,
    }))
    const ownCurrency = 'About JPY 57,821,990 at EUR/JPY 163.4.'
    const pdf = await renderType(pool, 'quote', { ...example, lines, ownCurrency })
    const pages = pagesOf(pdf)
    const amounts = [...lines, ...example.summary, ...example.taxes, ...example.payments].map(({ amount }) => amount)
    expect(absentFrom(pdf, [...amounts, example.total, ownCurrency])).toEqual([])
    expect(pages[1]).not.toContain('continued')
    expect(pages[2]).toMatch(/1 scope continued\s+carriedFrom 2\s+\d+,001\.007/)
    expect(pages.slice(2).map((page) => page.split('continued').length - 1)).toEqual(pages.slice(2).map(() => 1))
  },
)

const TOOLS: readonly [tool: string, arguments_: (path: string) => string[]][] = [
  ['qpdf', (path) => ['--check', path]],
  ['pdfinfo', (path) => [path]],
  ['mutool', (path) => ['info', path]],
]
const installed = TOOLS.filter(([tool]) => spawnSync(tool, ['--version']).error === undefined)
const missing = TOOLS.filter((one) => !installed.includes(one)).map(([tool]) => tool)
if (missing.length > 0) process.stdout.write(`Not checked by ${missing.join(', ')}: not installed on this machine.\n`)

/** What the tools of others that are installed here find wrong with a PDF; without any, it begins and ends as one. */
function independently(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  if (!text.startsWith('%PDF-1.7') || !text.trimEnd().endsWith('%%EOF')) return ['It is no PDF.']
  const path = join(folder.path, 'document.pdf')
  writeFileSync(path, pdf)
  return installed.flatMap(([tool, argumentsOf]) => {
    const { status, stderr } = spawnSync(tool, argumentsOf(path), { encoding: 'utf8' })
    return status === 0 ? [] : [`${tool}: ${stderr}`]
  })
}
