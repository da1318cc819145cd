import { RenderPool } from '../../src/documents/render/render-pool.ts'
import type { RenderTask } from '../../src/documents/render/render-task.ts'
import { standardTemplates } from '../../src/documents/standard/standard-templates.ts'
import { sourcesOf } from '../../src/documents/templates/sources-of.ts'

const MIB = 1024 * 1024
const GROUP_LINES = 20

const SOURCE = `#import "letterhead.typ": document-page
#import "tables.typ": carried-table
#let d = json("data.json")
#show: document-page.with(d)
= #d.document.title
#carried-table((auto, 1fr, auto, auto, auto), (right, left, right, right, right), d.head, d.rows)`

/** A pool with the limits that a product has by default. */
export function makeRenderPool(processes: number): RenderPool {
  return new RenderPool({
    processes,
    queue: 10_000,
    perOwner: 10_000,
    documentsPerProcess: 200,
    timeoutMs: 60_000,
    memoryBytes: 1_200 * MIB,
  })
}

/** A document with a letterhead and a table whose head is repeated and whose sum is carried from page to page. */
export function tableTask(lines: number, random: () => number): RenderTask {
  const amount = () => (random() * 200_000).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const rows = Array.from({ length: lines }, (_, line) => {
    if (line % GROUP_LINES === 0) return { group: `Section ${line / GROUP_LINES + 1}`, total: amount() }
    const words = `Side-load cartoner CRT-${Math.floor(random() * 9_999)}: 3 pick heads, 110 cartons/min`
    return { cells: [`${line}`, words, `${Math.ceil(random() * 9)} pc`, amount(), amount()], sum: amount() }
  })
  const document = { title: 'Scope and prices', number: 'Q-2026-0318', language: 'en', madeAt: '', isDraft: false }
  const data = {
    head: ['Pos.', 'Description', 'Quantity', 'Unit price', 'EUR'],
    rows,
    document: { ...document, template: 'Standard, 1', hash: '0123456789ab' },
    letterhead: { company: 'Tarnholm', address: ['Borås'], footer: null, accent: '#14213d', font: null, logo: null },
    page: { paper: 'a4', margin: { top: 30, right: 22, bottom: 26, left: 22 } },
    words: {
      page: 'Page',
      of: 'of',
      draft: 'Draft',
      made: 'Made on',
      carriedTo: 'Carried forward to page',
      carriedFrom: 'Brought forward from page',
      continued: 'continued',
    },
  }
  return {
    sources: sourcesOf(SOURCE, standardTemplates().partials),
    data: JSON.stringify(data),
    madeAt: 1_780_000_000,
    taggedPages: 50,
    pages: 1_000,
  }
}
