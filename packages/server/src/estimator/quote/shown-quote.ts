import { createHash } from 'node:crypto'
import {
  choiceFaults,
  inOrder,
  isBelowZero,
  offeredChoices,
  type PricedQuote,
  priceQuote,
  type QuoteChoices,
  type QuoteContent,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ProblemError } from '../../engine/problem-error.ts'

/** What is shown and accepted: the quote as it is stored, the choices and the total, as the text whose hash they have. */
export function shownText(contentText: string, choices: QuoteChoices, total: string): string {
  return `{"quote":${contentText},"choices":${JSON.stringify(choices)},"total":${JSON.stringify(total)}}`
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A quote with choices as it is shown. Choices that are not possible are priced as far as they are. */
export function pricedQuote(content: QuoteContent, contentText: string, chosen: QuoteChoices): PricedQuote {
  const choices = inOrder(content, chosen)
  const price = priceQuote(content, choices)
  return { choices, price, sha256: sha256Of(shownText(contentText, choices, price.total)) }
}

/** A quote before anything is chosen. */
export function offeredQuote(content: QuoteContent, contentText: string): PricedQuote {
  return pricedQuote(content, contentText, offeredChoices(content))
}

export function offeredHash(content: QuoteContent, contentText: string): string {
  return offeredQuote(content, contentText).sha256
}

/**
 * A quote with choices as it can be ordered.
 * @throws ProblemError `not_usable` where less is left than nothing: what was sent before that was looked at, or by another way
 */
export function orderedQuote(content: QuoteContent, contentText: string, chosen: QuoteChoices): PricedQuote {
  const priced = pricedQuote(content, contentText, chosen)
  if (isBelowZero(priced.price)) throw new ProblemError('not_usable', t('quote.refused.belowZero'))
  return priced
}

/** @throws ProblemError `invalid_request` at every choice that is not possible, or at a list with more choices than the quote has lines */
export function assertPossible(content: QuoteContent, choices: QuoteChoices, path: string): void {
  assertAsManyAsLines(content, choices, path)
  const errors = choiceFaults(content, choices).map(({ id, fault }) => {
    const list = choices.extras.includes(id) ? 'extras' : 'alternatives'
    return { path: `${path}.${list}`, code: fault, message: t(`quote.fault.${fault}`, { what: nameOf(content, id) }) }
  })
  if (errors.length > 0) {
    throw new ProblemError('invalid_request', errors.map(({ message }) => message).join(' '), errors)
  }
}

/** More choices than lines are not looked at one by one. */
function assertAsManyAsLines({ items, extras }: QuoteContent, choices: QuoteChoices, path: string): void {
  const lines = {
    alternatives: items.reduce((sum, { alternatives }) => sum + alternatives.length, 0),
    extras: extras.filter(({ selectable }) => selectable).length,
  }
  for (const list of ['alternatives', 'extras'] as const) {
    const most = lines[list]
    // What names a line that is not there is refused by its name.
    if (choices[list].length <= Math.max(most, 1)) continue
    const message = t('quote.tooManyChoices', { most })
    throw new ProblemError('invalid_request', message, [{ path: `${path}.${list}`, code: 'too_big', message }])
  }
}

function nameOf({ items, extras }: QuoteContent, id: string): string {
  const lines = [...items.flatMap(({ alternatives }) => alternatives), ...extras]
  return lines.find((line) => line.id === id)?.description ?? id
}
