import { z } from 'zod'
import {
  type ChildLists,
  type ChildRows,
  type ChildSaves,
  childRowSchemas,
  childSaveSchemas,
  type NoChildren,
} from './children.ts'
import { assertDeclared } from './declaration.ts'
import type { Alikeness } from './draft-calls.ts'
import { type Field, type FieldValue, SECRET_MASK } from './field.ts'
import { withLazy } from './lazy.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { ListFilter } from './list-query.ts'
import type { Relation } from './relation-calls.ts'
import { type Mount, type ResourceCalls, resourceCalls } from './resource-calls.ts'
import type { Versions } from './version-calls.ts'

export type Fields = Record<string, Field>

/** What every row has beside its own fields. A type and not an interface, so that a row of known fields is one of any fields too. */
export type Stamps = {
  id: string
  createdAt: string
  createdBy: string | null
  updatedAt: string
  updatedBy: string | null
  /** Rises with every change; an update has to name the one it was made from. */
  rowVersion: number
}

/** The value of a field in a row: of a secret only whether there is one. */
type Reported<F> = F extends { secret?: true } ? typeof SECRET_MASK | null : FieldValue<F>

export type RowOf<F extends Fields> = Stamps & { [K in keyof F]: Reported<F[K]> }

/** The names of the fields that may be sent: not those that are only read, and after the creation not those that are frozen. */
export type Creatable<F extends Fields> = { [K in keyof F]: F[K] extends { readOnly?: true } ? never : K }[keyof F]
type Changeable<F extends Fields> = { [K in Creatable<F>]: F[K] extends { frozen?: true } ? never : K }[Creatable<F>]

/** What is sent to create a row; the schema says which fields must be there. */
export type DraftOf<F extends Fields> = { [K in Creatable<F>]?: FieldValue<F[K]> }

/** What is sent to change a row: the fields that change, and the version they were read at. */
export type ChangeOf<F extends Fields> = { [K in Changeable<F>]?: FieldValue<F[K]> } & { rowVersion: number }

/** What a handler gets of a change: the version is absent where `If-Match` names it. */
export type SentChange<F extends Fields> = Omit<ChangeOf<F>, 'rowVersion'> & { rowVersion?: number | undefined }

/** A rule the database holds: which fields it is about, and the message for people. The key is the constraint's name. */
export interface Rule {
  /** None where it is about the row as a whole; the message is a sentence of its own then. */
  fields: string[]
  /** Of a rule against duplicates: the fields that are unique together, where they are others than `fields`. */
  key?: string[]
  /** Of a rule against duplicates: two rows without a value of a field agree in it. */
  emptyIsValue?: boolean
  message: string
  /** `duplicate` and `retained` answer 409, `rule` 400. `retained`: what was asked for would remove what has to stay. */
  code: 'duplicate' | 'rule' | 'retained'
}

export interface ResourceTraits<C extends ChildLists = ChildLists> {
  /** Rows of others that are parts of a row: `get` answers them in it, and they are saved with it in one change. */
  children?: C
  /** The states of a row and what leads from one to another: `POST /{id}/transitions/{name}`. */
  lifecycle?: Lifecycle
  /** Numbered states of a row that never change: `/{id}/versions`. */
  versions?: Versions
  /** `GET /dropdown`: id and label of the entries that can be chosen. */
  dropdown?: boolean
  /** `GET /options`: the first entries that match what is typed, where a dropdown would be too long. */
  options?: boolean
  /** `GET /proposal`: a free code for a new row, made of another of its fields. */
  proposes?: { code: string; from: string }
  /** `GET /alike`: rows that may be the same as one that is about to be created, by what is the same about them. */
  alike?: Alikeness
  /** DELETE only marks the row; `POST /{id}/restore` brings it back and `DELETE /{id}/force` removes it. */
  softDelete?: boolean
  /**
   * Others hold it by their relations, such as people a role. DELETE refuses while anybody does and says who; `DELETE /{id}/force` takes it from them, too.
   * The database lets the pairs go with it.
   */
  held?: boolean
  /**
   * `POST /{id}/set-primary`: of the rows that agree in the fields `within`, this one alone gets the flag. Where no row needs to have it,
   * `POST /{id}/clear-primary` takes it away.
   */
  setPrimary?: { flag: string; within: readonly string[]; clearable?: boolean }
  /** `PUT /update-sort-order`: numbers the rows in this field in the order that is sent. */
  sortOrder?: string
  /** `GET /export` and `POST /import` as CSV. */
  csv?: boolean
  /** Files of a row: `GET` and `POST /{id}/files`, and each at `/{id}/files/{fileId}`. */
  files?: boolean
  /** Rows of others that are attached and detached, by the name in the path: `/{id}/contacts`, `/{id}/contacts/attach`. */
  relations?: Readonly<Record<string, Relation>>
  /** What a list is filtered by that is no field, by the name of the parameter; an area says in `filters` what each means. */
  filters?: Readonly<Record<string, ListFilter>>
  /**
   * Rows are changed only by who holds the edit lock of the record whose id this field has, such as `projectId`, or `id` for the row itself: the
   * token goes along in the header `Edit-Lock`. The database holds it.
   */
  editLock?: string
  /**
   * Rows of others that are parts of a row, by the name of their resource with the field that refers to it: they can be deleted together with it, and
   * come back with it.
   */
  parts?: Readonly<Record<string, string>>
  /** Fields that can be set for many rows at once: `POST /bulk`. */
  bulk?: readonly string[]
  /** Rows are never changed, only made and deleted. */
  immutable?: boolean
  /** What is dangerous and so needs a confirmation: verbs such as `force`, and relations by name, whose every change does. */
  stepUp?: readonly string[]
}

/** What a declaration says. */
export interface ResourceDeclaration<Name extends string, F extends Fields, C extends ChildLists = ChildLists> {
  /** Singular, camelCase: `locationType`. Permissions are `<name>.read` and so on. */
  name: Name
  /** Name in the database, snake_case. */
  table: string
  area: string
  /** Singular and plural in the words of people, lower case. */
  noun: readonly [one: string, many: string]
  fields: F
  /** The first is the main one; others serve the rows of a parent, whose id is in the path as `{parentId}`. */
  mounts: readonly [Mount, ...Mount[]]
  /** The field that names a row to people, and one that distinguishes two rows with the same name. */
  label: keyof F & string
  /** What the name goes on with where the label is a part of it, as a last name does. */
  labelRest?: keyof F & string
  sublabel?: keyof F & string
  /** Order where none is asked for, e.g. `name` or `-validOn`. */
  defaultSort: string
  rules?: Record<string, Rule>
  traits?: ResourceTraits<C>
}

/** A declared resource: the declaration, the schemas made from it, and its calls. */
export interface Resource<Name extends string = string, F extends Fields = Fields, C extends ChildLists = ChildLists>
  extends ResourceDeclaration<Name, F, C> {
  traits: ResourceTraits<C>
  rules: Record<string, Rule>
  row: z.ZodType<RowOf<F>>
  /** The row with its lists of children. */
  whole: z.ZodType<RowOf<F> & ChildRows<C>>
  draft: z.ZodType<DraftOf<F> & ChildSaves<C>>
  change: z.ZodType<SentChange<F> & ChildSaves<C>, ChangeOf<F> & ChildSaves<C>>
  calls: ResourceCalls<F, C>
}

/** A resource before its schemas and calls are made. */
export type Declared = Omit<Resource, MadeOfFields | 'calls'>
type MadeOfFields = 'row' | 'whole' | 'draft' | 'change'

/** What follows from the fields of a resource. */
export type Schemas<F extends Fields, C extends ChildLists> = Pick<Resource<string, F, C>, MadeOfFields>

/** A row with its lists of children, as `get` answers it; those of a list are `ListedRow`. */
export type Row<R> = R extends Resource<string, infer F, infer C> ? RowOf<F> & ChildRows<C> : never
export type ListedRow<R> = R extends Resource<string, infer F, infer _> ? RowOf<F> : never
export type Draft<R> = R extends Resource<string, infer F, infer C> ? DraftOf<F> & ChildSaves<C> : never
export type Change<R> = R extends Resource<string, infer F, infer C> ? ChangeOf<F> & ChildSaves<C> : never

/** Declares a resource; routes, validation, documentation, permissions, audit, client and forms follow from it. */
export function defineResource<const Name extends string, F extends Fields, const C extends ChildLists = NoChildren>(
  declaration: ResourceDeclaration<Name, F, C>,
): Resource<Name, F, C> {
  const { fields } = declaration
  const base = { ...declaration, traits: declaration.traits ?? {}, rules: declaration.rules ?? {} }
  assertDeclared(base)
  const lists: ChildLists = base.traits.children ?? {}
  // The fields are gone through in a loop, whose result has one type for all of them; the type goes through them by name.
  const resource: typeof base & Record<MadeOfFields, z.ZodObject> & { calls: ResourceCalls<F, C> } = withLazy(base, {
    row: () => z.object({ ...stamps, ...mapFields(fields, toAnswerSchema) }),
    whole: () => (Object.keys(lists).length === 0 ? resource.row : resource.row.extend(childRowSchemas(lists))),
    draft: () => z.strictObject({ ...mapFields(writable(fields, true), toDraftSchema), ...childSaveSchemas(lists) }),
    change: () =>
      z.strictObject({
        ...mapFields(writable(fields, false), (entry) => toValueSchema(entry).optional()),
        ...childSaveSchemas(lists),
        rowVersion: z
          .int()
          .min(1)
          .optional()
          .describe('The rowVersion of the row that was changed; not needed with `If-Match`'),
      }),
    calls: () => resourceCalls(base, resource as unknown as Schemas<F, C>),
  })
  return resource as unknown as Resource<Name, F, C>
}

/** How people call a row. */
export function rowLabel(
  { label, labelRest }: Pick<Resource, 'label' | 'labelRest'>,
  row: Readonly<Record<string, unknown>>,
): string {
  const parts = labelRest === undefined ? [row[label]] : [row[label], row[labelRest]]
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ')
}

const stamps = {
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  createdBy: z.uuid().nullable(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.uuid().nullable(),
  rowVersion: z.int(),
}

/** The fields that may be sent. @param creating whether frozen ones may */
export function writable(fields: Fields, creating: boolean): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, entry]) => entry.readOnly !== true && (creating || entry.frozen !== true)),
  )
}

function mapFields(fields: Fields, toSchema: (entry: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, toSchema(entry).meta(metaOf(entry))]))
}

/** A field as it is answered. */
function toAnswerSchema(entry: Field): z.ZodType {
  if (entry.secret) return z.literal(SECRET_MASK).nullable()
  return toValueSchema(entry)
}

/** A field as it is sent. The mask of a secret that comes back unchanged must not become the secret. */
function toValueSchema(entry: Field): z.ZodType {
  const schema = entry.secret
    ? entry.schema.refine(
        (value) => value !== SECRET_MASK,
        'must be the actual secret; omit it to keep the current one',
      )
    : entry.schema
  return entry.required ? schema : schema.nullable()
}

function toDraftSchema(entry: Field): z.ZodType {
  const schema = toValueSchema(entry)
  if ('fallback' in entry) return schema.default(entry.fallback)
  return entry.required ? schema : schema.default(null)
}

function metaOf(entry: Field): { description: string; examples?: unknown[] } {
  const examples = entry.example === undefined || entry.secret ? {} : { examples: [entry.example] }
  const unit = entry.unit === undefined ? '' : `, in ${entry.unit}`
  return { description: `${entry.label}${unit}${entry.help === undefined ? '' : `. ${entry.help}`}`, ...examples }
}
