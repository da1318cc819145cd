import { pageLocale } from './page-locale.ts'

/** Texts one after the other as the language of the page separates them: `A, B, C`. */
export function listOf(texts: readonly string[]): string {
  return new Intl.ListFormat(pageLocale(), { type: 'unit', style: 'short' }).format(texts)
}

/** Texts of which all count: `A, B and C`. */
export function allOf(texts: readonly string[]): string {
  return new Intl.ListFormat(pageLocale(), { type: 'conjunction' }).format(texts)
}

/** `a, b or c`, in the language of the page. */
export function formatAlternatives(texts: readonly string[]): string {
  return new Intl.ListFormat(pageLocale(), { type: 'disjunction' }).format(texts)
}
