import { spawnSync } from 'node:child_process'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const READER = 'pdftotext'
const MOST_BYTES = 64 * 1024 ** 2

/** Whether an independent tool that reads the text of a PDF is installed here. */
export const readsPdfText = spawnSync(READER, ['-v']).error === undefined
if (!readsPdfText) process.stdout.write(`The text of PDFs is not read: ${READER} is not installed on this machine.\n`)

/** The text of each page, as it is laid out. */
export function pagesOf(pdf: Uint8Array): string[] {
  return read(pdf, '-layout').split('\f').filter(Boolean)
}

/** Those of some texts that a PDF does not have as a whole: `1:02` is not in `11:02`. Cells are read one after the other, and spaces of any kind and number are one. */
export function absentFrom(pdf: Uint8Array, texts: Iterable<string>): string[] {
  const text = oneLine(read(pdf, '-raw'))
  const isIn = (one: string) => new RegExp(`(?<![\\w.,:])${escaped(oneLine(one))}(?!\\w|[.,:]\\d)`).test(text)
  return [...new Set(texts)].filter((one) => !isIn(one))
}

/** The text of all pages as a viewer copies and searches it, read on every machine: a new line where one is laid out, and nothing normalised. */
export async function copiedFrom(pdf: Uint8Array): Promise<string> {
  return (await copiedPagesFrom(pdf)).join('')
}

/** The same of each page. */
export async function copiedPagesFrom(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    let text = ''
    const { items } = await page.getTextContent({ disableNormalization: true })
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
    pages.push(`${text}\n`)
  }
  await task.destroy()
  return pages
}

function read(pdf: Uint8Array, order: '-layout' | '-raw'): string {
  const { status, stdout, stderr } = spawnSync(READER, [order, '-enc', 'UTF-8', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
  })
  if (status !== 0) throw new Error(`${READER}: ${stderr}`)
  return stdout
}

/** For a regular expression. */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
