import { resources } from '@packhouse/contract'
import { catalogues } from '@packhouse/messages/catalogues'
import type { Page, Response } from 'playwright-core'

/** Letters that only the accented language has. */
const ACCENTED = /[áÅçÇðÐéÉĝĜíÎļĻñÑöÖŕŔšŠţŢüÛýÝžŽ]/
/** What makes accented texts longer: some beginning of these words, before the bracket that closes the text. */
const LONGER = 'one two three four five six seven'
const PADDING = new RegExp(`(?:^| )(?:${prefixesOf(LONGER).join('|')})(?=\\])`, 'g')

const [english, ...others] = catalogues
const translations: [string, string][] = others.flatMap(({ messages, declared }) => [
  ...Object.entries(messages).map(([key, text]): [string, string] => [
    english.messages[key as keyof typeof english.messages],
    text,
  ]),
  ...Object.entries(declared),
])
/** Texts that the product brings along: what the server sends of them must be in the language of the page. */
const ours = new Set(translations.filter(([text, translated]) => text !== translated).map(([text]) => text))

/** What is the same in every language: names of standards, and the values of choices as a file has them, which are listed to be copied. */
const sameEverywhere = [
  'OpenID Connect',
  ...translations.filter(([text, translated]) => text === translated).map(([text]) => text),
  ...resources.flatMap(({ fields }) => Object.values(fields).flatMap(({ choices }) => choices?.join(', ') ?? [])),
]

function prefixesOf(text: string): string[] {
  return Array.from(text, (_, index) => text.slice(0, text.length - index))
}

/**
 * All strings that the server has sent to a page: what stands on screens and is not ours is one of them. A text of the catalogue is
 * data where an object with an id holds it: a role or a reason may be called as something of the product is. What this cannot see:
 * a text that nobody translated where the page has read the very same words from such an object, and what the server itself
 * puts into one in English.
 */
export class ReceivedTexts {
  readonly #texts = new Set<string>(sameEverywhere)
  readonly #reading = new Set<Promise<void>>()

  constructor(page: Page) {
    page.on('response', (response) => {
      const reading = this.#read(response).finally(() => this.#reading.delete(reading))
      this.#reading.add(reading)
    })
  }

  /** @returns the texts of a screen that are neither data nor of the catalogue */
  async outside(texts: readonly string[]): Promise<string[]> {
    await Promise.all(this.#reading)
    const data = [...this.#texts].sort((one, other) => other.length - one.length)
    return texts.filter((text) => !isKnown(text, data))
  }

  async #read(response: Response): Promise<void> {
    if (!response.headers()['content-type']?.includes('json')) return
    // An answer that is given up when its screen is left is shown nowhere.
    const body: unknown = await response.json().catch(() => null)
    this.#collect(body)
  }

  #collect(value: unknown): void {
    if (typeof value === 'string') this.#add(value)
    else if (Array.isArray(value)) for (const item of value) this.#collect(item)
    else if (typeof value === 'object' && value !== null) {
      // What has an id is a record, or the name of one; what has a count is a value that records have.
      const isRecord = 'id' in value || 'machineID' in value || 'count' in value
      for (const [name, item] of Object.entries(value)) {
        this.#add(name)
        const own = isRecord ? [item].flat().filter((one) => typeof one === 'string') : []
        for (const text of own) this.#texts.add(normal(text))
        if (own.length === 0) this.#collect(item)
      }
    }
  }

  #add(text: string): void {
    const trimmed = normal(text)
    if (!/\p{L}/u.test(trimmed) || ours.has(trimmed)) return
    this.#texts.add(trimmed)
  }
}

/** Every visible text of a screen, names and hints for screen readers too. */
export async function textsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const isShown = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true }) === true &&
      element.closest('code, .code, [translate=no]') === null
    const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag)?.toLowerCase()
    // Languages and time zones are called as the browser calls them.
    const isZone = (text: string) => /^[A-Z]\w+\/[\w/-]+$/.test(text)
    const isOfBrowser = (parent: Element | null) =>
      parent instanceof HTMLOptionElement
        ? isZone(parent.value) ||
          (/^[a-z]{2}(-\w+)?$/.test(parent.value) && nameOf(parent.value) === parent.text.toLowerCase())
        : parent?.closest('[role=option]') != null && isZone(parent.textContent)
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const holder = parent?.closest('select') ?? parent
      if (isShown(holder) && !isOfBrowser(parent)) texts.push(walker.currentNode.nodeValue ?? '')
    }
    for (const element of document.body.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
      if (isShown(element)) texts.push(...attributes.map((name) => element.getAttribute(name) ?? ''))
    }
    return [...new Set(texts.filter((text) => /\p{L}{2}/u.test(text)))]
  })
}

/** Names of months and days, as the browser writes them. */
const calendar = new Set(
  [...Array(12).keys()].flatMap((index) =>
    (['short', 'long'] as const).flatMap((style) => {
      // The twelve days hold every day of a week.
      const date = new Date(Date.UTC(2026, index, 1 + index))
      const day = new Date(Date.UTC(2026, 0, 1 + index))
      return [
        date.toLocaleDateString('en', { month: style, timeZone: 'UTC' }),
        day.toLocaleDateString('en', { weekday: style, timeZone: 'UTC' }),
      ]
    }),
  ),
)

function normal(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function isKnown(text: string, data: readonly string[]): boolean {
  let rest = withoutMarked(normal(text)).replace(PADDING, '')
  if (!hasPlainWord(rest)) return true
  for (const known of data) {
    if (rest.includes(known)) rest = rest.replace(wholeWords(known), ' ')
  }
  return !hasPlainWord(rest)
}

/** A text between right-to-left marks, or accented in brackets, is of the catalogue. */
const MARKED = /\u202e[^\u202c]*\u202c|\[[^[\]]*\]/g

/** The innermost marked texts are taken away first: they may stand in others as values. */
function withoutMarked(text: string): string {
  const rest = text.replace(MARKED, (marked) => (marked.startsWith('[') && !ACCENTED.test(marked) ? marked : ' '))
  return rest === text ? text : withoutMarked(rest)
}

function hasPlainWord(text: string): boolean {
  // Initials, and names of formats and units, have capitals alone.
  const words = text.replace(/https?:\S+/g, '').match(/\p{L}{2,}/gu) ?? []
  return words.some((word) => /[a-z]/.test(word) && !ACCENTED.test(word) && !calendar.has(word))
}

function wholeWords(text: string): RegExp {
  return new RegExp(`(?<!\\p{L})${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'gu')
}
