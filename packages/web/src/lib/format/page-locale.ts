let tag: string | undefined

/** Sets the tag that numbers, lists, order and, where the account says nothing else, dates follow. @param locale BCP 47; undefined: the browser's */
export function setPageLocale(locale: string | undefined): void {
  tag = locale
}

/** @returns undefined, the default of the browser, before a page has set it, as in unit tests */
export function pageLocale(): string | undefined {
  return tag
}
