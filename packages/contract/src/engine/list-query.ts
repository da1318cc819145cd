import { z } from 'zod'
import type { Field } from './field.ts'
import { filterSchema, idsSchema } from './filter-query.ts'
import { EXAMPLE_CURSOR } from './page.ts'
import type { Resource } from './resource.ts'
import { type TableFormat, tableFormatSchema } from './table-file.ts'
import { momentUnder, words } from './text-schemas.ts'

export { MAX_IDS, readFilter, writeFilter } from './filter-query.ts'

export const PAGE_SIZE = 25
export const MAX_PAGE_SIZE = 200

/** What a list is asked for, after validation. */
export interface ListQuery extends PageQuery {
  sort: { field: string; descending: boolean }[]
  search: string | undefined
  /** Only with the trait `softDelete`: whether deleted rows are left out, shown too, or shown alone. */
  deleted: 'without' | 'with' | 'only'
  /** Wanted values by field, `id` among them; `null` means an empty field. */
  filters: Record<string, (string | null)[]>
  /** Bounds of `createdAt` and `updatedAt`, each an instant. */
  within?: Partial<Record<StampBound, string>>
}

/** From an instant on, and until before one. */
export const stampBounds = ['createdFrom', 'createdTo', 'updatedFrom', 'updatedTo'] as const
export type StampBound = (typeof stampBounds)[number]

/** A filter that is no field. Each time the parameter is given is one value, which may have commas; all of them must hold. */
export interface ListFilter {
  value: z.ZodType<string, string>
  description: string
  /** Of an id: the resource whose row it names, by which a list shows that it is filtered. */
  refersTo?: string
}

/** So many values of such a filter may be given. */
const MAX_CONDITIONS = 20

/** What is filtered by beside the fields. */
const ID = 'id'

const SEARCH = `Rows that have every one of these words, whatever its case and accents. A word is found anywhere; one without three
letters or digits in a row at the start of words only, but for scripts that put no blanks between words.`

type ListedResource = Pick<Resource, 'fields' | 'defaultSort' | 'traits'>
export type ListQuerySchema = z.ZodType<ListQuery, Record<string, unknown>>

/** Which part of a list is wanted. */
export interface PageQuery {
  page: number
  pageSize: number
  /** `next` of the rows before: what follows them is wanted, whatever page that is. */
  after?: string | undefined
}

/** Five long texts that a list is sorted by are shorter, and an address with it fits into the 8 KiB that proxies take. */
export const MAX_CURSOR_LENGTH = 4_000

const NO_CURSOR = 'must be the next of an answer of this list'

const AFTER = `\`next\` of the answer before, instead of \`page\`, to walk a whole list: no row is skipped and none comes twice, whatever is created
and deleted meanwhile. It belongs to the sort and the filters of its list.`

/** The parameters of every list that comes in pages. */
const pageParameters = () => ({
  page: wholeNumber(1, 1_000_000, 1),
  pageSize: wholeNumber(1, MAX_PAGE_SIZE, PAGE_SIZE),
  after: z
    .string()
    .regex(/^[\w-]+$/, NO_CURSOR)
    .max(MAX_CURSOR_LENGTH, NO_CURSOR)
    .optional()
    .meta({ description: AFTER, examples: [EXAMPLE_CURSOR] }),
})

/** The rule that a place in the list is said in one way. */
function isOnePlace(query: object): boolean {
  const { page, after } = query as Partial<PageQuery>
  return after === undefined || page === undefined || page === 1
}

const ONE_PLACE = { error: 'must not be given together with after', path: ['page'] }

/**
 * The query parameters of a list: `page`, `pageSize`, `sort=name,-createdAt`, `search`, `id` with the ids of the wanted
 * rows, and filters by the field name, whose values `readFilter` reads. Unknown parameters are refused by name.
 */
export function listQuerySchema(resource: ListedResource): ListQuerySchema {
  return querySchema(resource, pageParameters())
}

/** The parameters of a list but for those of its pages: all of it is wanted. */
export function wholeListQuerySchema(resource: ListedResource): ListQuerySchema {
  return querySchema(resource, {})
}

/** A whole list as a file. */
export type ExportQuery = ListQuery & { format: TableFormat }

/** The parameters of a list that is wanted as a file. */
export function exportQuerySchema(resource: ListedResource): z.ZodType<ExportQuery, Record<string, unknown>> {
  return querySchema(resource, { format: tableFormatSchema }) as z.ZodType<ExportQuery, Record<string, unknown>>
}

/**
 * The parameters of a list that is only paged through.
 * @param more what it is asked for beside its pages
 */
export function pageQuerySchema<More extends z.ZodRawShape = Record<never, never>>(
  more?: More,
): z.ZodType<PageQuery & z.output<z.ZodObject<More>>, Record<string, unknown>> {
  const schema = z.strictObject({ ...pageParameters(), ...more }).refine(isOnePlace, ONE_PLACE)
  return schema as unknown as z.ZodType<PageQuery & z.output<z.ZodObject<More>>, Record<string, unknown>>
}

function querySchema({ fields, defaultSort, traits }: ListedResource, pages: z.ZodRawShape): ListQuerySchema {
  const filters = Object.entries(fields).filter(([, entry]) => entry.filter)
  const others = Object.entries(traits.filters ?? {})
  const shape = {
    ...pages,
    sort: z
      .string()
      .default(defaultSort)
      .transform((text) => text.split(',').map(toOrder))
      .pipe(z.array(orderSchema(fields)).max(5))
      // A field that is named again sorts nothing.
      .transform((sort) => sort.filter((order, at) => sort.findIndex(({ field }) => field === order.field) === at)),
    ...(Object.values(fields).some((entry) => entry.search) ? { search: searchSchema() } : {}),
    ...(traits.softDelete ? { deleted: z.enum(['without', 'with', 'only']).default('without') } : {}),
    ...boundsShape(),
    [ID]: idsSchema(),
    ...Object.fromEntries(filters.map(([name, entry]) => [name, filterSchema(entry)])),
    ...Object.fromEntries(others.map(([name, filter]) => [name, conditionsSchema(filter)])),
  }
  const names = [ID, ...filters.map(([name]) => name), ...others.map(([name]) => name)]
  return z
    .strictObject(shape)
    .refine(isOnePlace, ONE_PLACE)
    .refine(...inOrder('createdFrom', 'createdTo'))
    .refine(...inOrder('updatedFrom', 'updatedTo'))
    .transform((query) => toListQuery(query, names))
}

const BOUNDS: Record<StampBound, string> = {
  createdFrom: 'Rows that were created at this time or later',
  createdTo: 'Rows that were created before this time',
  updatedFrom: `Rows that were last changed at this time or later. To follow a list, ask for its changes since a minute before the last answer, with
\`sort=updatedAt\`, and with \`deleted=with\` where rows can be deleted: a change is seen when it is stored, a moment after its time.`,
  updatedTo: 'Rows that were last changed before this time',
}

function boundsShape(): Record<StampBound, z.ZodType> {
  const instant = momentUnder('must be a time such as 2026-11-21T14:30:00Z')
  const entries = stampBounds.map((name) => [name, instant.optional().meta({ description: BOUNDS[name] })])
  return Object.fromEntries(entries) as Record<StampBound, z.ZodType>
}

/** The rule that one bound is not behind the other. */
function inOrder(from: StampBound, to: StampBound): [(query: Record<string, unknown>) => boolean, object] {
  const holds = (query: Record<string, unknown>) =>
    query[from] === undefined ||
    query[to] === undefined ||
    Date.parse(String(query[from])) < Date.parse(String(query[to]))
  return [holds, { error: `must be after ${from}`, path: [to] }]
}

function searchSchema() {
  return words(200)
    .optional()
    .transform((text) => text || undefined)
    .meta({ description: SEARCH })
}

function conditionsSchema({ value, description }: ListFilter) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat())
    .pipe(z.array(value).max(MAX_CONDITIONS, `must not be more than ${MAX_CONDITIONS} values`))
    .optional()
    .meta({ description })
}

function toListQuery(query: Record<string, unknown>, names: string[]): ListQuery {
  const given = names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]))
  const {
    page = 1,
    pageSize = MAX_PAGE_SIZE,
    sort = [],
    search,
    deleted = 'without',
    after,
  } = query as Partial<ListQuery>
  const format = query.format === undefined ? {} : { format: query.format }
  const bounds = stampBounds.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]))
  const within = bounds.length === 0 ? {} : { within: Object.fromEntries(bounds) }
  const place = after === undefined ? {} : { after }
  return { page, pageSize, sort, search, deleted, filters: Object.fromEntries(given), ...place, ...within, ...format }
}

function wholeNumber(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ description: `From ${min} to ${max}, ${fallback} where it is not given` })
}

function toOrder(text: string): { field: string; descending: boolean } {
  const name = text.trim()
  return name.startsWith('-') ? { field: name.slice(1), descending: true } : { field: name, descending: false }
}

function orderSchema(fields: Record<string, Field>) {
  const sortable = [...Object.keys(fields).filter((name) => fields[name]?.sort), 'createdAt', 'updatedAt']
  return z.object({
    field: z.enum(sortable as [string, ...string[]], `must be one of ${sortable.join(', ')}`),
    descending: z.boolean(),
  })
}
