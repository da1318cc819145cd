const SIGNS = [',', ';', '\t', '|']
/** A first line such as `sep=;`, which spreadsheets write and read. */
const DECLARED = /^\uFEFF?"?sep=([^\p{L}\p{N}"\r\n])"?[,;\t| ]*(?:\r\n|\n|\r|$)/iu
/** So many signs and records are looked at. */
const LOOKED_AT = 100_000
const RECORDS = 5

export interface Separator {
  sign: string
  /** Whether the first line says it, and is no row. */
  isDeclared: boolean
}

/** The sign between the cells of a text: the one its first line declares, or else the one that takes its first rows apart evenly. */
export function separatorOf(text: string): Separator {
  const declared = DECLARED.exec(text.slice(0, 100))?.[1]
  if (declared !== undefined) return { sign: declared, isDeclared: true }
  const [head = '', ...others] = firstRecords(text.slice(0, LOOKED_AT))
  const candidates = SIGNS.map((sign) => {
    const count = countOf(head, sign)
    return { sign, count, isEven: count > 0 && others.every((other) => countOf(other, sign) === count) }
  })
  const [best] = candidates.sort((a, b) => Number(b.isEven) - Number(a.isEven) || b.count - a.count)
  return { sign: best?.sign ?? ',', isDeclared: false }
}

/** The first records that are not empty, without what stands in quotes. */
function firstRecords(text: string): string[] {
  const records: string[] = []
  let bare = ''
  let hasText = false
  for (const [place, part] of text.split('"').entries()) {
    if (place % 2 === 1) {
      hasText = true
      continue
    }
    const [rest = '', ...lines] = part.split(/\r\n|\n|\r/)
    bare += rest
    for (const line of lines) {
      if (hasText || /[^,;\t|\s\uFEFF]/.test(bare)) records.push(bare)
      if (records.length === RECORDS) return records
      bare = line
      hasText = false
    }
  }
  if (hasText || bare !== '') records.push(bare)
  return records
}

function countOf(record: string, sign: string): number {
  return record.split(sign).length - 1
}
