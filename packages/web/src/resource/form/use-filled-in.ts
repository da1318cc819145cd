import type { Resource } from '@packhouse/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { type Session, useSession } from '../../lib/session.ts'
import { choicesQuery } from '../choices-query.ts'
import { type FormValue, type FormValues, toFormValue } from '../form-values.ts'
import { callsAt, parentParams, type ResourceRow } from '../registry.ts'
import { rowQuery } from '../resource-queries.ts'
import { type ChoiceSource, choiceSource } from '../use-choices.ts'
import { permissionFor } from '../use-permission.ts'
import { labelOfField } from '../view.ts'
import type { FormCore, ResourceFormParts } from './use-resource-form.ts'

/** While somebody types a name no code is asked for. */
const TYPING_MS = 300

/** A field that is filled in, and what it is filled in from. */
interface FilledField {
  name: string
  /** Another one of it leads to another value; empty where there is nothing to take one from. */
  from: string
  delayMs: number
  read: (client: QueryClient) => Promise<unknown>
}

/**
 * Fills in fields of a new row: those that follow from others, such as the currency from the country, and a code that is made of the name.
 * What somebody has typed or chosen stays.
 * @returns fills in at once what still waits, such as before the form is sent
 */
export function useFilledIn(parts: ResourceFormParts, core: Omit<FormCore, 'changed'>): () => Promise<void> {
  const client = useQueryClient()
  const session = useSession()
  const { form, fields, filled } = core
  const wanted = parts.row ? [] : filledFields(parts, core, session)
  const latest = useRef(wanted)
  const done = useRef<Record<string, string>>({})
  useEffect(() => {
    latest.current = wanted
  })
  const isOurs = (name: string) => {
    const field = fields[name]
    return field !== undefined && form.getValues(name) === (filled.current[name] ?? toFormValue(field, field.fallback))
  }
  const fill = async ({ name, from, read }: FilledField) => {
    const field = fields[name]
    if (field === undefined || done.current[name] === from) return
    if (!isOurs(name)) return
    // Where nothing can be read the field is left to whoever fills in the form.
    const value = from === '' ? '' : toFormValue(field, await read(client).catch(() => null))
    const isCurrent = latest.current.some((one) => one.name === name && one.from === from)
    if (!isCurrent || !isOurs(name)) return
    done.current[name] = from
    put(core, name, value)
  }
  const key = JSON.stringify(wanted.map(({ name, from }) => [name, from]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is filled in depends on what it is filled in from alone
  useEffect(() => {
    const timers = latest.current
      .filter(({ name, from }) => from !== (done.current[name] ?? ''))
      .map((one) => setTimeout(() => void fill(one), one.delayMs))
    return () => timers.forEach(clearTimeout)
  }, [key])
  return async () => {
    await Promise.all(latest.current.filter(({ name, from }) => from !== (done.current[name] ?? '')).map(fill))
  }
}

function put({ form, filled }: Pick<FormCore, 'form' | 'filled'>, name: string, value: FormValue): void {
  if (form.getValues(name) === value && filled.current[name] === undefined) return
  filled.current[name] = value
  const { isSubmitted } = form.formState
  form.setValue(name, value, { shouldValidate: isSubmitted })
}

function filledFields(
  parts: ResourceFormParts,
  { fields, values }: Pick<FormCore, 'fields' | 'values'>,
  session: Session | undefined,
): FilledField[] {
  const { resource, mount } = parts
  const following = Object.entries(fields).flatMap(([name, { follows = [] }]) => {
    const sources = follows.flatMap(({ field, value }) => {
      const source = choiceSource(resource, field)
      const from = parentOf(parts, field) ?? textOf(values[field])
      if (source === undefined || !permissionFor(session, source.resource.calls.get).allowed) return []
      return [{ from, read: async (client: QueryClient) => (await readRow(client, source, from))?.[value] }]
    })
    const first = sources.find(({ from }) => from !== '') ?? sources[0]
    return first === undefined ? [] : [{ name, delayMs: 0, ...first }]
  })
  const { proposes } = resource.traits
  const { proposal } = callsAt(resource, mount)
  if (!proposes || !(proposes.code in fields) || !permissionFor(session, proposal).allowed) return following
  const from = textOf(values[proposes.from]).trim()
  const read = async () => (await callApi(proposal, { params: parentParams(mount), query: { from } })).code
  return [...following, { name: proposes.code, from, delayMs: TYPING_MS, read }]
}

/** The label of the field that a value was taken from, such as the country's of a currency; undefined where nothing was taken over. */
export function sourceLabel(
  parts: ResourceFormParts,
  core: Omit<FormCore, 'changed'>,
  name: string,
): string | undefined {
  const { fields, values, filled } = core
  if (!isFilledIn(filled, values, name) || values[name] === '') return undefined
  const source = fields[name]?.follows?.find(({ field }) => (parentOf(parts, field) ?? textOf(values[field])) !== '')
  return source && labelOfField(parts.resource, source.field)
}

/** The parent of the row, where the field is the one that holds it. */
function parentOf({ resource, mount }: ResourceFormParts, field: string): string | undefined {
  const parent = mount?.by ?? resource.mounts.find(({ path }) => path === mount?.path)?.parent
  return parent === field ? mount?.parentId : undefined
}

async function readRow(
  client: QueryClient,
  { resource, by }: ChoiceSource,
  value: string,
): Promise<ResourceRow | undefined> {
  const id = by === 'id' ? value : await idOfCode(client, resource, value)
  if (id === undefined) return undefined
  return (await client.fetchQuery({ ...rowQuery(resource, id), staleTime: 60_000 })) as ResourceRow
}

async function idOfCode(client: QueryClient, resource: Resource, code: string): Promise<string | undefined> {
  const { choices } = await client.fetchQuery(choicesQuery(resource, { by: 'code' }))
  return choices.find(({ sublabel }) => sublabel === code)?.id
}

function textOf(value: FormValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Whether a field holds what was filled in: nobody has typed or chosen it. */
export function isFilledIn(filled: RefObject<FormValues>, values: FormValues, name: string): boolean {
  return filled.current[name] !== undefined && filled.current[name] === values[name]
}
