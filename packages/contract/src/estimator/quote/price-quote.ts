import { z } from 'zod'
import { priceProject } from '../pricing/price-project.ts'
import { toPriceInput } from '../pricing/project-price.ts'
import type { QuoteChoices, QuoteContent } from './quote-content.ts'

/** The sums that a customer sees, each as a decimal number. */
export const quotePriceSchema = z.object({
  lines: z.record(z.string(), z.string()).describe('Net amounts by the id of the line'),
  sections: z.record(z.string(), z.string()).describe('Net amounts of what is taken, by section'),
  subtotal: z.string(),
  discount: z.string(),
  net: z.string(),
  tax: z.string(),
  cashRounding: z.string(),
  total: z.string(),
  milestones: z.array(z.string()).describe('In the order of the payments'),
})
export type QuotePrice = z.infer<typeof quotePriceSchema>

/** What cannot be chosen, and why: it is not in the quote, another one is chosen for the same line, or it needs what is not chosen. */
export type ChoiceFault = { id: string; fault: 'unknown' | 'twice' | 'needsOther' }

/** What the quote says before anything is chosen. */
export function offeredChoices({ extras }: QuoteContent): QuoteChoices {
  const offered = extras.filter(({ selectable, selected }) => selectable && selected)
  return { alternatives: [], extras: offered.map(({ id }) => id) }
}

/** Choices in the order of the quote, each once: the same choices are the same text. */
export function inOrder({ items, extras }: QuoteContent, choices: QuoteChoices): QuoteChoices {
  const [alternatives, chosen] = [new Set(choices.alternatives), new Set(choices.extras)]
  return {
    alternatives: items.flatMap((item) => item.alternatives.map(({ id }) => id)).filter((id) => alternatives.has(id)),
    extras: extras.map(({ id }) => id).filter((id) => chosen.has(id)),
  }
}

/** Everything that is taken: lines and extras by their ids. */
export function takenOf({ items, extras }: QuoteContent, choices: QuoteChoices): Set<string> {
  const chosen = new Set([...choices.alternatives, ...choices.extras])
  const lines = items.map((item) => item.alternatives.find(({ id }) => chosen.has(id))?.id ?? item.id)
  const added = extras.filter(({ id, selectable, selected }) => (selectable ? chosen.has(id) : selected))
  return new Set([...lines, ...added.map(({ id }) => id)])
}

/** What is wrong with choices; nothing where they can be accepted. */
export function choiceFaults(content: QuoteContent, choices: QuoteChoices): ChoiceFault[] {
  const taken = takenOf(content, choices)
  const lines = new Map(content.items.flatMap(({ id, alternatives }) => alternatives.map((one) => [one.id, id])))
  const extras = new Map(content.extras.filter(({ selectable }) => selectable).map((extra) => [extra.id, extra]))
  const faults: ChoiceFault[] = []
  for (const id of new Set(choices.alternatives)) {
    if (!lines.has(id)) faults.push({ id, fault: 'unknown' })
    else if (!taken.has(id)) faults.push({ id, fault: 'twice' })
  }
  for (const id of new Set(choices.extras)) {
    const extra = extras.get(id)
    if (extra === undefined) faults.push({ id, fault: 'unknown' })
    else if (!canBeTaken(extra, taken)) faults.push({ id, fault: 'needsOther' })
  }
  return faults
}

/** Whether what an extra depends on is taken. */
export function canBeTaken(
  { onlyWithItem, onlyWithExtra }: QuoteContent['extras'][number],
  taken: ReadonlySet<string>,
): boolean {
  return [onlyWithItem, onlyWithExtra].every((id) => id === null || taken.has(id))
}

/** Choices without the extras that depend on something that is not taken any more. */
export function withoutOrphans(content: QuoteContent, choices: QuoteChoices): QuoteChoices {
  const orphans = new Set(
    choiceFaults(content, choices)
      .filter(({ fault }) => fault === 'needsOther')
      .map(({ id }) => id),
  )
  if (orphans.size === 0) return choices
  return withoutOrphans(content, { ...choices, extras: choices.extras.filter((id) => !orphans.has(id)) })
}

/** Whether more is taken off than there is: such choices cannot be ordered. */
export function isBelowZero({ net, total, milestones }: QuotePrice): boolean {
  return [net, total, ...milestones].some((amount) => amount.startsWith('-'))
}

/** Prices a quote with choices, by the function that prices projects. The page shows it at once; only the answer of the server counts. */
export function priceQuote(content: QuoteContent, choices: QuoteChoices): QuotePrice {
  const taken = takenOf(content, choices)
  const items = content.items.flatMap(({ alternatives, ...main }) =>
    [main, ...alternatives].map((line) => ({
      ...line,
      section: main.section,
      unitCost: null,
      alternativeToId: taken.has(line.id) ? null : main.id,
    })),
  )
  const project = {
    ...content,
    items,
    extras: content.extras.map((extra) => ({ ...extra, unitCost: null, selected: taken.has(extra.id) })),
    deliveries: content.deliveries.map((delivery) => ({ ...delivery, cost: null })),
    commissioning: content.commissioning.map((step) => ({ ...step, dayCost: null })),
  }
  const { lines, sections, subtotal, discount, net, tax, cashRounding, total, milestones } = priceProject(
    toPriceInput(project, content),
  )
  return {
    lines: Object.fromEntries(lines.map((line) => [line.id, line.net])),
    sections,
    ...{ subtotal, discount, net, tax, cashRounding, total },
    milestones: milestones.map(({ amount }) => amount),
  }
}
