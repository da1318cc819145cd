import { parseCellRef } from 'hucre/xlsx'
import type { UnreadCell } from './line-writer.ts'
import { unpackedEntry } from './unpacked-size.ts'

/** How a number is shown where that says what it means: as a hundredth, or as a code with zeros before it. */
export type ShownAs = 'percent' | { digits: number }

/** What of a sheet the values of its cells do not say. */
export interface SheetFacts {
  /** The first sheet that is shown, from 0. */
  sheet: number
  /** How a number is shown. @param row, place from 0 */
  shownAs: (row: number, place: number) => ShownAs | undefined
  /** The cells of a row that show what nothing is known of. Rows are asked for from the top. */
  unreadOf: (row: number, texts: readonly string[]) => [place: number, UnreadCell][]
}

type Attributes = Readonly<Record<string, string>>

interface Merged {
  row: number
  endRow: number
  place: number
  endPlace: number
}

const WORKBOOK = 'xl/workbook.xml'
const BUILT_IN_PERCENT = [9, 10]
const ZEROS = /^0{2,100}$/

/** What the parts of an archive say of the sheet that is read; in a workbook of another structure nothing is known. */
export function readSheetFacts(archive: Buffer): SheetFacts {
  const sheets = tagsOf(textOf(archive, WORKBOOK), 'sheet').filter((sheet) => sheet.name && relationOf(sheet))
  const shown = sheets.findIndex(({ state = 'visible' }) => state === 'visible')
  const sheet = Math.max(0, shown)
  const relations = tagsOf(textOf(archive, 'xl/_rels/workbook.xml.rels'), 'Relationship')
  const { Target: target = '' } = relations.find(({ Id }) => Id === relationOf(sheets[sheet] ?? {})) ?? {}
  const xml = textOf(archive, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  const styles = stylesOf(textOf(archive, 'xl/styles.xml'))
  const { shownAs, formulas } = cellsOf(xml, styles)
  const merged = new MergedCells(xml)
  return {
    sheet,
    shownAs: (row, place) => shownAs.get(row)?.get(place),
    unreadOf: (row, texts) => [
      ...(formulas.get(row) ?? []).map((place): [number, UnreadCell] => [place, 'formula']),
      ...merged.coveredIn(row, texts).map((place): [number, UnreadCell] => [place, 'merged']),
    ],
  }
}

function relationOf(sheet: Attributes): string | undefined {
  const name = Object.keys(sheet).find((key) => key.endsWith(':id'))
  return name === undefined ? undefined : sheet[name]
}

/**
 * Cells with a number that is shown in a telling way, and those of formulas that nobody has computed. A sheet has millions of cells, of
 * which few are either: of the others nothing is read.
 */
function cellsOf(xml: string, styles: ReadonlyMap<number, ShownAs>) {
  const shownAs = new Map<number, Map<number, ShownAs>>()
  const formulas = new Map<number, number[]>()
  if (styles.size === 0 && !/<(?:[\w-]+:)?f[\s/>]/.test(xml)) return { shownAs, formulas }
  let [row, place] = [-1, -1]
  for (const found of xml.matchAll(/<([\w-]+:)?(row|c)(?=[\s/>])([^>]*)>/g)) {
    const { 0: tag, 1: prefix = '', 2: name, 3: given = '', index } = found
    if (name === 'row') {
      const number = /\sr=["'](\d+)/.exec(given)?.[1]
      row = number === undefined ? row + 1 : Number(number) - 1
      place = -1
      continue
    }
    place += 1
    // What a formula shows may be an empty text: then its type is that of a text.
    if (/\st=["'][^n]/.test(given)) continue
    const style = styles.size > 0 ? styles.get(Number(/\ss=["'](\d+)/.exec(given)?.[1])) : undefined
    const start = index + tag.length
    const isFormula = xml.startsWith(`<${prefix}f`, start) && !tag.endsWith('/>')
    if (style === undefined && !isFormula) continue
    const address = /\sr=["']([A-Z]+\d+)/.exec(given)?.[1]
    if (address !== undefined) place = parseCellRef(address).col
    if (style !== undefined) shownAs.set(row, (shownAs.get(row) ?? new Map<number, ShownAs>()).set(place, style))
    if (isFormula && !/<(?:[\w-]+:)?v(?:\s[^>]*)?>[^<]/.test(xml.slice(start, xml.indexOf(`</${prefix}c>`, start)))) {
      const ofRow = formulas.get(row) ?? []
      ofRow.push(place)
      formulas.set(row, ofRow)
    }
  }
  return { shownAs, formulas }
}

/** The styles of numbers that say what these mean, by their places. */
function stylesOf(xml: string): ReadonlyMap<number, ShownAs> {
  const codes = new Map(tagsOf(xml, 'numFmt').map(({ numFmtId, formatCode }) => [Number(numFmtId), formatCode ?? '']))
  const found = new Map<number, ShownAs>()
  const formats = /<(?:[\w-]+:)?cellXfs[\s>](.*?)<\/(?:[\w-]+:)?cellXfs>/s.exec(xml)?.[1] ?? ''
  for (const [place, { numFmtId }] of tagsOf(formats, 'xf').entries()) {
    const id = Number(numFmtId)
    const [code = ''] = (codes.get(id) ?? '').replaceAll(/"[^"]*"|\\./g, '').split(';')
    if (BUILT_IN_PERCENT.includes(id) || code.includes('%')) found.set(place, 'percent')
    else if (ZEROS.test(code)) found.set(place, { digits: code.length })
  }
  return found
}

/** The merged cells of a sheet, row by row from the top. */
class MergedCells {
  readonly #byFirstRow: ReadonlyMap<number, Merged[]>
  /** Those that have begun, are not over, and have something in their first cell. */
  #open: Merged[] = []
  #width = 0

  constructor(xml: string) {
    const merged = tagsOf(xml, 'mergeCell').flatMap(({ ref = '' }): Merged[] => {
      const [from, to = from] = ref.split(':')
      if (!from || !to) return []
      const [first, last] = [parseCellRef(from), parseCellRef(to)]
      return [{ row: first.row, endRow: last.row, place: first.col, endPlace: last.col }]
    })
    this.#byFirstRow = Map.groupBy(merged, ({ row }) => row)
  }

  /** The places of a row that a filled cell covers, but for its own. */
  coveredIn(row: number, texts: readonly string[]): number[] {
    this.#width = Math.max(this.#width, texts.length)
    const isFilled = ({ place }: Merged) => (texts[place] ?? '').trim() !== ''
    const begun = (this.#byFirstRow.get(row) ?? []).filter(isFilled)
    // No `push(...)`: a sheet may have more merged cells in a row than a call takes.
    this.#open = [...this.#open.filter(({ endRow }) => endRow >= row), ...begun]
    return this.#open.flatMap((one) => {
      const from = row === one.row ? one.place + 1 : one.place
      return Array.from({ length: Math.max(0, Math.min(one.endPlace + 1, this.#width) - from) }, (_, at) => from + at)
    })
  }
}

function textOf(archive: Buffer, name: string): string {
  return unpackedEntry(archive, name)?.toString('latin1') ?? ''
}

function tagsOf(xml: string, name: string): Attributes[] {
  const tags = xml.matchAll(new RegExp(String.raw`<(?:[\w-]+:)?${name}(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'g'))
  return [...tags].map(({ 1: given = '' }) => attributesOf(given))
}

function attributesOf(text: string): Attributes {
  const found = text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries(
    [...found].map(([, name = '', double, single = '']) => [name, (double ?? single).replaceAll('&quot;', '"')]),
  )
}
