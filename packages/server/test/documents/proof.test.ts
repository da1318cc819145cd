import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentTypeName, documentTypeNames, documentTypes } from '@packhouse/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { RenderPool } from '../../src/documents/render/render-pool.ts'
import { absentFrom, copiedPagesFrom, pagesOf, readsPdfText } from '../support/pdf-text.ts'
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

  const hasLines = async (count: number) => {
    const pdf = await renderType(pool, type, withLines(type, count), frames['a letterhead with a logo'])
    expect(independently(pdf)).toEqual([])
  }
  test('has no lines', () => hasLines(0))
  test.runIf(long.includes(type))('has 2,000 lines', { tags: ['long'], timeout: TIMEOUT_MS + 10_000 }, () =>
    hasLines(2_000),
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
    expect(pages[0]).not.toContain('continued')
    expect(pages[1]).toMatch(/1 scope continued\s+carriedFrom 1\s+\d+,001\.007/)
    expect(pages.slice(1, -1).map((page) => page.split('continued').length - 1)).toEqual(
      pages.slice(1, -1).map(() => 1),
    )
  },
)

test('A report of a month keeps each heading of a machine with what follows it', async () => {
  const [machine] = documentTypes.customerReport.example.machines
  const machines = Array.from({ length: 25 }, (_, n) => ({
    ...{ ...machine, machineID: `ID-${n}` },
    reasons: machine?.reasons.slice(0, 1 + (n % 3)).map((reason) => ({ ...reason, name: `Reason ${n}` })),
    alarms: machine?.alarms.slice(0, 1).map((alarm) => ({ ...alarm, code: `Alarm ${n}` })),
  }))
  const data = { ...documentTypes.customerReport.example, machines }
  const pages = await copiedPagesFrom(await renderType(pool, 'customerReport', data))
  const pageOf = (text: string) => pages.findLastIndex((page) => new RegExp(`${text}\\b`).test(page))
  expect(pages.length).toBeGreaterThan(4)
  for (const n of machines.keys()) expect(pageOf(`Reason ${n}`), String(n)).toBe(pageOf(`ID-${n}`))
})

test('The head of a section is never left alone at the end of a page', async () => {
  const { example } = documentTypes.quote
  const lineOf = (n: number, begins: { name: string; total: string } | null = null) => {
    const plain = { detail: null, discount: null, quantity: '1', unitPrice: '1.00', amount: '1.00', sum: `${n}.00` }
    return { ...plain, begins, position: `L${n}`, description: `Line ${n}` }
  }
  for (let count = 21; count < 26; count++) {
    const before = Array.from({ length: count }, (_, n) => lineOf(n + 1))
    const lines = [...before, lineOf(count + 1, { name: 'Second section', total: '3.00' }), lineOf(count + 2)]
    const pages = await copiedPagesFrom(await renderType(pool, 'quote', { ...example, lines }))
    const pageOf = (text: RegExp) => pages.findIndex((page) => text.test(page))
    expect(pageOf(/Second section/), String(count)).toBe(pageOf(new RegExp(`L${count + 1}\\b`)))
  }
})

test('A quote without pictures has its prices on the first page, and one with a discount on a line a column for it', async () => {
  const { example } = documentTypes.quote
  const [first = ''] = await copiedPagesFrom(await renderType(pool, 'quote', example))
  expect(first).toMatch(/scope[\s\S]*discount[\s\S]*171,594\.20[\s\S]*2 %/)
  expect(first).toContain('taxBase 283,094.20')
  const lines = example.lines.map((line) => ({ ...line, discount: null }))
  const [without = ''] = await copiedPagesFrom(await renderType(pool, 'quote', { ...example, discount: null, lines }))
  expect(without).toContain('171,594.20')
  expect(without).not.toContain('discount')
})

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
