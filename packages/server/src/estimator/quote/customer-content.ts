import { MOST_DATA_SHEETS, type QuoteContent, quoteContentSchema } from '@packhouse/contract'
import { sql } from 'kysely'
import { readDataSheet } from '../../data-act/area.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import type { QuotedProject } from './quoted-project.ts'

type Item = QuotedProject['items'][number]
type Extra = QuotedProject['extras'][number]

/** What a quote shows beside the rows of its project. */
interface Surroundings {
  customer: string
  contact: string
  minorUnits: number
  ownCurrency: QuoteContent['ownCurrency'] | null
  cashStep: string | null
  address: string[]
}

/** How a project is called outside: its number, with the revision behind it where there was one before. */
export function quoteNumber({ number, revision }: Pick<QuotedProject, 'number' | 'revision'>): string {
  return revision === 1 ? number : `${number}-R${revision}`
}

/**
 * What a customer sees of a version. It names every field that it takes, so that a field which is added to projects is not shown by accident.
 * @param project the snapshot of the version
 */
export async function customerContent(
  db: Db,
  project: QuotedProject,
  version: number,
  validUntil: string,
): Promise<QuoteContent> {
  const { title, currency, discountKind, discountValue, taxCategory, taxPercent, roundsToCash } = project
  const { ownCurrency, ...surroundings } = await readSurroundings(db, project)
  const styles = await readStyles(db, project)
  return quoteContentSchema.parse({
    number: quoteNumber(project),
    version,
    title,
    ...surroundings,
    ownCurrency: ownCurrency ?? undefined,
    currency,
    validUntil,
    items: itemsOf(project.items, styles),
    extras: project.extras.filter(({ selected, customerSelectable }) => selected || customerSelectable).map(extraOf),
    deliveries: project.deliveries,
    commissioning: project.commissioning.map((step) => ({ ...step, criteria: criteriaOf(step, project.items) })),
    ...{ discountKind, discountValue, taxCategory, taxPercent, roundsToCash },
    milestones: project.milestones,
    paymentTerms: project.paymentTerms,
    terms: project.terms,
    media: mediaOf(project.media),
    dataSheets: await dataSheetsOf(db, project),
  })
}

/** A sheet for each model that is offered; undefined where none goes with the quote. */
async function dataSheetsOf(
  db: Db,
  { dataSheet, items, customerId }: QuotedProject,
): Promise<QuoteContent['dataSheets']> {
  const ids = items.flatMap(({ libraryMachineId }) => libraryMachineId ?? [])
  if (!dataSheet || ids.length === 0) return undefined
  const { rows } = await sql<{ model: string }>`
    SELECT model FROM library_machine WHERE id = ANY (${ids}::uuid[]) ORDER BY array_position(${ids}::uuid[], id) LIMIT ${MOST_DATA_SHEETS}
  `.execute(db)
  const sheets: NonNullable<QuoteContent['dataSheets']> = []
  for (const { model } of rows) sheets.push(await readDataSheet(db, { model, customerId, ownMachine: null }))
  return sheets.length > 0 ? sheets : undefined
}

/** Names of the packaging styles for which lines are sold, by their ids. */
async function readStyles(db: Db, { items }: Pick<QuotedProject, 'items'>): Promise<ReadonlyMap<string, string>> {
  const ids = items.flatMap(({ styleId }) => styleId ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM packaging_style WHERE id = ANY (${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function itemsOf(items: readonly Item[], styles: ReadonlyMap<string, string>): QuoteContent['items'] {
  return items
    .filter(({ alternativeToId }) => alternativeToId === null)
    .map((item) => ({
      ...lineOf(item, styles),
      alternatives: items
        .filter(({ alternativeToId }) => alternativeToId === item.id)
        .map((alternative) => lineOf(alternative, styles)),
    }))
}

/** With the items that lines are in this quote. One of a line that is not in the quote is not in it either. */
function criteriaOf(
  { criteria }: Pick<QuotedProject['commissioning'][number], 'criteria'>,
  items: readonly Item[],
): QuoteContent['commissioning'][number]['criteria'] {
  return criteria.flatMap(({ line, ...criterion }) => {
    if (line === undefined) return [criterion]
    return items.filter(({ lineId }) => lineId === line).map(({ id: itemId }) => ({ ...criterion, itemId }))
  })
}

/** The files that go with a quote, of the media of its project. */
export function mediaOf(media: QuotedProject['media']): QuoteContent['media'] {
  return media
    .filter(({ inQuote }) => inQuote)
    .flatMap(({ kind, caption, files }) => files.map((file) => ({ ...file, kind, caption })))
}

function lineOf(item: Item, styles: ReadonlyMap<string, string>) {
  const { id, section, description, unit, quantity, unitPrice, discountPercent, styleId, promisedSpeed: figure } = item
  return {
    ...{ id, section, description, unit, quantity, unitPrice, discountPercent },
    options: item.configuration.map(({ name }) => name),
    promisedSpeed: figure === null ? null : { figure, style: (styleId !== null && styles.get(styleId)) || null },
  }
}

function extraOf(extra: Extra): QuoteContent['extras'][number] {
  const { id, description, unit, quantity, unitPrice, discountPercent, selected, recommended } = extra
  return {
    ...{ id, description, unit, quantity, unitPrice, discountPercent, selected, recommended },
    selectable: extra.customerSelectable,
    onlyWithItem: extra.dependsOnItemId,
    onlyWithExtra: extra.dependsOnExtraId,
  }
}

async function readSurroundings(
  db: Db,
  {
    customerId,
    ownerId,
    locationId,
    currency,
  }: Pick<QuotedProject, 'customerId' | 'ownerId' | 'locationId' | 'currency'>,
): Promise<Surroundings> {
  const { rows } = await sql<Surroundings>`
    SELECT customer.name AS customer, trim(owner.first_name || ' ' || owner.last_name) AS contact,
      coalesce(money.minor_units, 2) AS "minorUnits", own.rate AS "ownCurrency", nullif(money.rounding, 0)::text AS "cashStep",
      array_remove(ARRAY[place.name, place.address_line1, place.address_line2,
        nullif(concat_ws(' ', place.postcode, place.city), ''), country.name], NULL) AS address
    FROM customer JOIN user_account owner ON owner.id = ${ownerId} LEFT JOIN currency money ON money.code = ${currency}
      LEFT JOIN LATERAL (
        SELECT jsonb_build_object('currency', "to", 'rate', trim_scale(rate)::text, 'validOn', valid_on, 'source', source) AS rate FROM exchange_rate
        WHERE kind = 'mid' AND "from" = ${currency} AND "to" = customer.currency AND "to" <> "from" AND valid_on <= current_date
        ORDER BY valid_on DESC LIMIT 1) own ON true
      LEFT JOIN location place ON place.id = ${locationId} LEFT JOIN country ON country.iso2 = place.country_code
    WHERE customer.id = ${customerId}
  `.execute(db)
  assertThat(rows[0], 'internal')
  return rows[0]
}
