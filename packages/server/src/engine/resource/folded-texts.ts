import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** Texts with what the database makes of them for comparisons without case. Its rows are found by these, and by no folding of our own. */
export async function foldedTexts(db: Transaction, texts: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ text: string; folded: string }>`
    SELECT text, fold_case(text) AS folded FROM unnest(${[...new Set(texts)]}::text[]) AS given (text)`.execute(db)
  return new Map(rows.map(({ text, folded }) => [text, folded]))
}
