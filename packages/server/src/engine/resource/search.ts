import { type RawBuilder, sql } from 'kysely'

/** Three in a row are what the search indexes know words by. */
const WHOLE_TRIGRAM = /[\p{L}\p{M}\p{N}]{3}/u
const STARTS_A_WORD = /^[\p{L}\p{N}]/u
/** Writing without blanks between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const STORED_TEXT = sql.ref('search_text')

/**
 * The conditions that a row has every word that is searched for, whatever its case and accents. A word without three letters
 * or digits in a row is looked for at the start of words: anywhere it would be in nearly every row, and no index finds it.
 * @param text of a row that is searched
 */
export function searchConditions(
  search: string | undefined,
  text: RawBuilder<unknown> = STORED_TEXT,
): RawBuilder<unknown>[] {
  const words = search?.split(/\s+/) ?? []
  return words.map((word) => {
    const found = spellings(word).map(
      (spelling) => sql`${text} LIKE ${isAtStart(spelling) ? '% ' : '%'} || search_fold(${literally(spelling)}) || '%'`,
    )
    return sql`(${sql.join(found, sql` OR `)})`
  })
}

/**
 * How well a row that has the words fits, 0 the best: a whole word before the beginning of one, and that before letters
 * within a word.
 */
export function searchPlace(search: string, text: RawBuilder<unknown> = STORED_TEXT): RawBuilder<number> {
  const places = search
    .split(/\s+/)
    .map((word) => sql`least(${sql.join(spellings(word).map((spelling) => placeOf(spelling, text)))})`)
  return sql`(${sql.join(places, sql` + `)})`
}

function placeOf(word: string, text: RawBuilder<unknown>): RawBuilder<number> {
  const folded = sql`search_fold(${literally(word)})`
  return sql`CASE WHEN ${text} || ' ' LIKE '% ' || ${folded} || ' %' THEN 0
    WHEN ${text} LIKE '% ' || ${folded} || '%' THEN 1 ELSE 2 END`
}

/** Whoever has no umlauts on the keyboard types 'Mueller' for 'Müller', which is stored without its dots. */
function spellings(word: string): string[] {
  const plain = word.replaceAll(/([aou])e/gi, '$1')
  return plain === word || !WHOLE_TRIGRAM.test(plain) ? [word] : [word, plain]
}

function isAtStart(word: string): boolean {
  return !WHOLE_TRIGRAM.test(word) && STARTS_A_WORD.test(word) && !UNSPACED.test(word)
}

/** The signs that mean something to LIKE mean themselves. */
function literally(word: string): string {
  return word.replaceAll(/[\\%_]/g, '\\$&')
}
