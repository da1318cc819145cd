import { quoteContentSchema, sampleFleet, takenOf } from '@packhouse/contract'
import { sql } from 'kysely'
import { pricedQuote, shownText, writeChoices } from '../../../estimator/area.ts'
import type { Transaction } from '../../../platform/database.ts'
import { DRAWN_SIGNATURE } from '../../drawn-signature.ts'
import { given } from '../../given.ts'
import { type PastLink, VISITOR } from './past-links.ts'
import { enterOrderedMachines } from './past-machines.ts'

const WARRANTY_YEARS = 2

export interface PastOrder {
  link: PastLink
  at: Date
  choices: { alternatives: string[]; extras: string[] }
  total: string
  accepted: string
  sha256: string
}

/** Enters who has accepted which quotes with which choices, and which installed machines were delivered for them. @returns the names by the ids of the quotes */
export async function enterOrders(db: Transaction, links: readonly PastLink[]): Promise<Map<string, string>> {
  const orders = links.flatMap((link) => orderOf(link) ?? [])
  const rows = orders.map(({ link, at, choices, total, accepted, sha256 }, place) => ({
    ...{ at, choices, total, accepted, sha256, ...VISITOR },
    ...{ link: link.id, project: link.quote.id, version: link.version.number, name: link.recipient.name },
    order: `PO-${at.getUTCFullYear()}-${String(4_100 + place * 37)}`,
    drawing: place % 2 === 0 ? DRAWN_SIGNATURE : null,
  }))
  await sql`
    INSERT INTO quote_acceptance (project_id, link_id, version, name, position, order_number, drawing, choices, total, accepted, sha256,
      accepted_at, address, user_agent)
    SELECT (value ->> 'project')::uuid, (value ->> 'link')::uuid, (value ->> 'version')::int, value ->> 'name', 'Purchasing', value ->> 'order',
      nullif(value -> 'drawing', 'null'), value -> 'choices', (value ->> 'total')::numeric, value ->> 'accepted', value ->> 'sha256',
      (value ->> 'at')::timestamptz, value ->> 'address', value ->> 'userAgent'
    FROM ${given(rows)} ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO quote_event (link_id, kind, at, address, user_agent, sha256, note)
    SELECT (value ->> 'link')::uuid, 'accepted', (value ->> 'at')::timestamptz, value ->> 'address', value ->> 'userAgent', value ->> 'sha256',
      value ->> 'name'
    FROM ${given(rows)} ORDER BY place
  `.execute(db)
  for (const { link, choices } of orders) {
    await writeChoices(db, null, { content: quoteContentSchema.parse(JSON.parse(link.content)), choices })
  }
  await linkMachines(db, orders)
  await enterOrderedMachines(db, orders)
  return new Map(orders.map(({ link: { quote, recipient } }) => [quote.id, recipient.name]))
}

/** What was accepted, if it was: as the customer saw it, with the extras that are recommended. */
function orderOf(link: PastLink): PastOrder | undefined {
  const { quote, content: text, withdrawnAt } = link
  const { decided: at } = quote.course
  if (quote.status !== 'won' || at === undefined || withdrawnAt !== null) return undefined
  const content = quoteContentSchema.parse(JSON.parse(text))
  const offered = content.items.flatMap(({ alternatives }) => alternatives.map(({ id }) => id))
  const chosen = {
    alternatives: quote.takesAlternative ? offered : [],
    extras: content.extras.filter(({ selectable, recommended }) => selectable && recommended).map(({ id }) => id),
  }
  const { choices, price, sha256 } = pricedQuote(content, text, chosen)
  return { link, at, choices, total: price.total, accepted: shownText(text, choices, price.total), sha256 }
}

/** The machines of the sample's customers that were ordered by these quotes: from which line, promised what, and delivered when. */
async function linkMachines(db: Transaction, orders: readonly PastOrder[]): Promise<void> {
  const machines = orders.flatMap(({ link: { quote, content }, choices }) => {
    const taken = takenOf(quoteContentSchema.parse(JSON.parse(content)), choices)
    const lines = quote.items.filter(({ id, model }) => model !== null && taken.has(id))
    return (quote.became ?? []).map((machineID, place) => ({
      machineID,
      line: lines[place]?.id,
      speed: sampleFleet.find((one) => one.machineID === machineID)?.designSpeed,
    }))
  })
  await sql`
    UPDATE machine SET project_item_id = line.id, promised_speed = coalesce(line.promised_speed, (value ->> 'speed')::float8),
      delivery_due = delivery.arrives_on, commissioned_at = trial.starts_on,
      warranty_end = (trial.starts_on + make_interval(years => ${WARRANTY_YEARS}))::date
    FROM ${given(machines)} JOIN project_item line ON line.id = (value ->> 'line')::uuid
      JOIN project_delivery delivery ON delivery.project_id = line.project_id
      JOIN project_commissioning trial ON trial.project_id = line.project_id AND trial.kind = 'SAT'
    WHERE machine_id = value ->> 'machineID' AND machine.project_item_id IS NULL AND machine.commissioned_at IS NULL
  `.execute(db)
}
