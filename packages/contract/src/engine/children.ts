import { z } from 'zod'
import type { FieldValue } from './field.ts'
import type { Creatable, Resource, RowOf } from './resource.ts'

/** Most rows of a list where its declaration names no other number. */
export const MAX_CHILDREN = 500

/** Rows of another resource that are parts of a row: they are read, saved, frozen and deleted with it. */
export interface ChildList {
  resource: Resource
  /** The field of the child that holds the id of its parent. The database deletes it with the parent. */
  by: string
  /** A field that the server numbers from 1 in the order of the list; without it children are in the order they were made. */
  sort?: string
  max?: number
}

export type ChildLists = Readonly<Record<string, ChildList>>
export type NoChildren = Readonly<Record<never, ChildList>>

type FieldsOf<L extends ChildList> = L['resource']['fields']

/** One child as it is sent: with the id of one that is there, where only given fields change, or as a new one. */
export type ChildSave<L extends ChildList> = { id?: string | undefined; rowVersion?: number | undefined } & {
  [K in Exclude<Creatable<FieldsOf<L>>, L['by']>]?: FieldValue<FieldsOf<L>[K]>
}

/** Nothing where there are no lists, or if they are unknown. */
type IfKnown<C, Then> = [keyof C] extends [never] ? unknown : string extends keyof C ? unknown : Then

/** The lists of a row as they are sent: an absent one stays as it is, one that is there is the whole list. */
export type ChildSaves<C extends ChildLists> = IfKnown<C, { [K in keyof C]?: ChildSave<C[K]>[] }>

/** The lists of a row as they are answered. */
export type ChildRows<C extends ChildLists> = IfKnown<C, { [K in keyof C]: RowOf<FieldsOf<C[K]>>[] }>

/** The schemas of the lists in what is sent. */
export function childSaveSchemas(lists: ChildLists): Record<string, z.ZodType> {
  return mapLists(lists, (list) => {
    const { max = MAX_CHILDREN, resource } = list
    const [one, many] = resource.noun
    return z
      .array(saveSchema(list))
      .max(max, `must not have more than ${max} ${many}`)
      .optional()
      .describe(
        `All ${many} in their order: entries that are left out are removed. An entry without an id is a new ${one}.`,
      )
  })
}

/** The schemas of the lists in what is answered. */
export function childRowSchemas(lists: ChildLists): Record<string, z.ZodType> {
  return mapLists(lists, ({ resource }) => z.array(resource.row))
}

/** A new child gets the defaults of its fields and must have what they require; an existing one retains what is not sent. */
function saveSchema({ resource, by }: ChildList): z.ZodType {
  const draft = shapeOf(resource.draft).omit({ [by]: true })
  const sent = z.strictObject({
    ...optional(draft, resource),
    id: z.uuid().toLowerCase().optional().describe('Of a row that is there; a new one has none'),
    rowVersion: z.int().min(1).optional().describe('Of the row that is there, where that shall be compared too'),
  })
  return sent.transform((value: Record<string, unknown>, context) => {
    if (value.id !== undefined) return value
    const { id: _, rowVersion: __, ...fields } = value
    const parsed = draft.safeParse(fields)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) {
      context.issues.push({ code: 'custom', message: issue.message, path: issue.path, input: value })
    }
    return z.NEVER
  })
}

/** The fields without their defaults: those would overwrite what a row that is there has. */
function optional(draft: z.ZodObject<z.ZodRawShape>, { fields }: Resource): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(draft.shape).map(([name, schema]) => {
      const value = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)
      return [
        name,
        value.optional().meta({ ...(schema as z.ZodType).meta(), description: fields[name]?.label ?? name }),
      ]
    }),
  )
}

/** The schemas of a resource are objects; its type says only what they give. */
export function shapeOf(schema: z.ZodType): z.ZodObject<z.ZodRawShape> {
  if (schema instanceof z.ZodObject) return schema
  throw new Error('The draft of a resource must be an object.')
}

function mapLists(lists: ChildLists, toSchema: (list: ChildList) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, toSchema(list)]))
}
