import './declared-words.ts'
import {
  type Field,
  type Fields,
  type Resource,
  type ResourceCalls,
  resources,
  type Stamps,
  withValues,
} from '@packhouse/contract'
import { declared as inLanguage } from '@packhouse/messages'

/** A row of any resource: its fields by name, and the stamps every row has. */
export type ResourceRow = Stamps & Record<string, unknown>

/** Rows of a parent: the mount's path and the parent whose rows are meant. Without it, the main mount. */
export interface ParentMount {
  path: string
  parentId: string
  /** The field that holds the parent, where the resource has no mount below it: its rows are filtered then. */
  by?: string | undefined
}

/** What the path of a call needs to know of the parent. */
export function parentParams(mount: ParentMount | undefined): { parentId?: string } {
  return mount === undefined || mount.by !== undefined ? {} : { parentId: mount.parentId }
}

/** What a list, or a new row, has to say of the parent where the path does not. */
export function parentValues(mount: ParentMount | undefined): Record<string, string> {
  return mount?.by === undefined ? {} : { [mount.by]: mount.parentId }
}

/** Every declared resource, with its labels, help, nouns and units in the language of the page. */
export const shownResources: readonly Resource[] = resources.map(inReadersLanguage)

function inReadersLanguage(resource: Resource): Resource {
  const [one, many] = resource.noun
  return withValues(resource, {
    noun: [inLanguage(one), inLanguage(many)],
    fields: fieldsInLanguage(resource.fields),
    traits: traitsInLanguage(resource.traits),
  })
}

/** What is attached to a row has nouns of its own: `members` of a group are users. */
function traitsInLanguage(traits: Resource['traits']): Resource['traits'] {
  if (traits.relations === undefined) return traits
  const relations = Object.entries(traits.relations).map(([name, relation]) => {
    const [one, many] = relation.noun
    return [name, { ...relation, noun: [inLanguage(one), inLanguage(many)] as const }]
  })
  return { ...traits, relations: Object.fromEntries(relations) }
}

function fieldsInLanguage(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldInLanguage(field)]))
}

function fieldInLanguage(field: Field): Field {
  const { label, help, unit, parts } = field
  return withValues(field, {
    label: inLanguage(label),
    ...(help === undefined ? {} : { help: inLanguage(help) }),
    ...(unit === undefined ? {} : { unit: inLanguage(unit) }),
    ...(parts === undefined ? {} : { parts: fieldsInLanguage(parts) }),
  })
}

/** The declared resource of that name; undefined where this version declares none, such as one still to come. */
export function resourceNamed(name: string): Resource | undefined {
  return shownResources.find((resource) => resource.name === name)
}

/** The same for a name that is known to be declared. */
export function declared(name: string): Resource {
  const resource = resourceNamed(name)
  if (!resource) throw new TypeError(`No resource is declared as ${name}`)
  return resource
}

/** The same with the types of its declaration: `declaredAs<typeof tagMaps>('tagMap')`. The schemas stay on the server. */
export function declaredAs<R extends Resource>(name: R['name']): R {
  return declared(name) as R
}

export type MountedCalls = ResourceCalls<Fields>['mounts'][string]

/** The calls of a resource at one of its mounts. */
export function callsAt(resource: Resource, mount?: ParentMount): MountedCalls {
  const path = mount?.path ?? resource.mounts[0].path
  const calls = resource.calls.mounts[path]
  if (!calls) throw new TypeError(`${resource.name} is not served at ${path}`)
  return calls
}

/** The fields that say whose a row is. Below a parent that is known: its own field is filled in, any other stays empty. */
export function parentFields(resource: Resource, mount: ParentMount | undefined): readonly string[] {
  if (mount === undefined) return []
  if (mount.by !== undefined) return [mount.by]
  return resource.mounts.flatMap(({ parent }) => (parent === undefined ? [] : [parent]))
}

export function sublabelOf(resource: Resource, row: ResourceRow): string {
  const value = resource.sublabel === undefined ? null : row[resource.sublabel]
  return value === null || value === undefined ? '' : String(value)
}
