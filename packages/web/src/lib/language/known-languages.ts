/**
 * The first tag that there are texts for and that dates and numbers can follow. A browser in the locale POSIX says `en-US@posix`, which is no
 * tag: `Intl` would throw at every figure.
 */
export function firstKnown(tags: readonly string[], languages: readonly string[]): string {
  return tags.find((tag) => isTag(tag) && languageOf(tag, languages) !== undefined) ?? 'en'
}

/** The language with texts for a tag: `de` for `de-CH`. @returns undefined if there are no texts */
export function languageOf(tag: string, languages: readonly string[]): string | undefined {
  return languages.find((language) => language === tag) ?? languages.find((language) => language === tag.split('-')[0])
}

export function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
