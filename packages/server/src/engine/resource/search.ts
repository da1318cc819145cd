import { type RawBuilder, sql } from 'kysely'

/** Three in a row are what the search indexes know words by. */
const WHOLE_TRIGRAM = /[\p{L}\p{M}\p{N}]{3}/u
const STARTS_A_WORD = /^[\p{L}\p{N}]/u
/** Writing without blanks between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * The conditions that a row has every word that is searched for, whatever its case and accents. A word without three letters
 * or digits in a row is looked for at the start of words: anywhere it would be in nearly every row, and no index finds it.
 */
export function searchConditions(search: string | undefined): RawBuilder<unknown>[] {
  const words = search?.split(/\s+/) ?? []
  return words.map(
    (word) => sql`search_text LIKE ${isAtStart(word) ? '% ' : '%'} || search_fold(${literally(word)}) || '%'`,
  )
}

/**
 * How well a row that has the words fits, 0 the best: a whole word before the beginning of one, and that before letters
 * within a word.
 */
export function searchPlace(search: string): RawBuilder<number> {
  const places = search.split(/\s+/).map((word) => {
    const folded = sql`search_fold(${literally(word)})`
    return sql`CASE WHEN search_text || ' ' LIKE '% ' || ${folded} || ' %' THEN 0
      WHEN search_text LIKE '% ' || ${folded} || '%' THEN 1 ELSE 2 END`
  })
  return sql`(${sql.join(places, sql` + `)})`
}

function isAtStart(word: string): boolean {
  return !WHOLE_TRIGRAM.test(word) && STARTS_A_WORD.test(word) && !UNSPACED.test(word)
}

/** The signs that mean something to LIKE mean themselves. */
function literally(word: string): string {
  return word.replaceAll(/[\\%_]/g, '\\$&')
}
