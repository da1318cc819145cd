/** What a reader wants is looked at so far. */
const MOST_TAGS = 16

/** The languages that a reader accepts, BCP 47, the best first. @param accepted the header `Accept-Language` */
export function acceptedLanguages(accepted: string | undefined): string[] {
  return (accepted ?? '')
    .split(',', MOST_TAGS)
    .map((entry) => {
      const [tag = '', weight = 'q=1'] = entry.split(';', 2).map((part) => part.trim())
      return { tag, weight: Number(/^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1] ?? 0) }
    })
    .filter(({ tag, weight }) => weight > 0 && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag))
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/**
 * The language of those there are that a reader understands best: the same tag, or else one of the same language, such as `nb-NO` for
 * `nb`, wish by wish. Norwegian is read in both of its forms.
 * @returns undefined where none is understood
 */
export function bestLanguage(available: readonly string[], wanted: readonly string[]): string | undefined {
  for (const wish of wanted) {
    const same = available.find((tag) => tag.toLowerCase() === wish.toLowerCase())
    const found = same ?? available.find((tag) => primaryOf(tag) === primaryOf(wish))
    if (found !== undefined) return found
  }
  return undefined
}

function primaryOf(tag: string): string {
  const primary = tag.split('-')[0]?.toLowerCase() ?? ''
  return ['nb', 'nn', 'no'].includes(primary) ? 'no' : primary
}

/** The name of a language in itself: `Deutsch`. @param tag BCP 47 */
export function nameOfLanguage(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
