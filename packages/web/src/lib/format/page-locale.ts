let tag: string | undefined

/** Sets the tag that numbers, lists, order and, where the account says nothing else, dates follow. @param locale BCP 47 */
export function setPageLocale(locale: string): void {
  tag = locale
}

/** @returns undefined, which stands for the browser's own, where no page has set it, as in tests of units */
export function pageLocale(): string | undefined {
  return tag
}
