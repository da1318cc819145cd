import { type Field, type Fields, resources, writable } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { type FormValue, type FormValues, fromFormValue, toFormValues } from '../form-values.ts'
import { formResolver } from './form-resolver.ts'

const ID = '0198f0aa-0000-7000-8000-000000000001'

/** Lists that are worked on in a screen of their own, and that the view of the resource takes out of its form. */
const withOwnScreen = ['tagMap.entries', 'escalationPolicy.steps', 'onCallSchedule.people', 'onCallSchedule.overrides']

/** What somebody may type into a control: it takes the first that its field takes. */
const typed = [
  ...['Name', 'EUR', 'NO', 'Europe/Oslo', 'en', '08:00', '1', '12', '12.5', '2026-11-28', '2026-11-28T08:30', ID],
  ...['name', 'maren@example.com', 'https://example.com/', '/v1/photos/1', 'A-1', '+47 55 00 00 00', '192.0.2.1'],
]

function typedValue(field: Field): FormValue {
  if (field.kind === 'boolean') return true
  if (field.kind === 'objects') return field.parts === undefined ? [] : ([typedValues(field.parts)] as FormValue)
  if (field.kind === 'list') {
    return [ID, ...typed].filter((text) => field.schema.safeParse([text]).success).slice(0, 1)
  }
  // A share of 100 % is one that adds up.
  const own = [field.choices?.[0], field.unit === '%' ? '100' : undefined, field.example, field.fallback]
  const texts = [...own, ...typed].filter((value) => value !== undefined && value !== null).map(String)
  return texts.find((text) => field.schema.safeParse(fromFormValue(field, text)).success) ?? ''
}

function typedValues(fields: Readonly<Record<string, Field>>): FormValues {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typedValue(field)]))
}

/** What a form would send, and what it finds wrong. */
async function sentBy(fields: Fields, body: unknown, values: FormValues, beside: object) {
  const check = formResolver(fields, body, () => ({ ...beside }))
  return await check(values, undefined, { fields: {}, shouldUseNativeValidation: false })
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('the form of %s', (name, resource) => {
  it('has a control for every part of the lists of objects that are written', () => {
    for (const [field, { kind, parts = {}, schema }] of Object.entries(writable(resource.fields, true))) {
      if (kind !== 'objects' || withOwnScreen.includes(`${name}.${field}`)) continue
      const { shape } = (schema as unknown as { element: { shape: object } }).element
      expect([field, Object.keys(parts)]).toEqual([field, Object.keys(shape)])
      expect(Object.values(parts).map((part) => part.kind)).not.toContain('objects')
    }
  })

  it('sends what the declaration takes, filled in and as it is read back', async () => {
    const { create, update } = resource.calls as unknown as Record<'create' | 'update', { body?: unknown } | undefined>
    if (create?.body !== undefined) {
      const fields = writable(resource.fields, true)
      expect((await sentBy(fields, create.body, typedValues(fields), {})).errors).toEqual({})
    }
    if (update?.body !== undefined) {
      const fields = writable(resource.fields, false)
      const { values, errors } = await sentBy(fields, update.body, typedValues(fields), { rowVersion: 1 })
      expect(errors).toEqual({})
      const again = await sentBy(fields, update.body, toFormValues(fields, values), { rowVersion: 1 })
      expect(again).toEqual({ values, errors: {} })
    }
  })
})

it('what is wrong with an entry of a list is said at the entry', async () => {
  const project = resources.find(({ name }) => name === 'project')
  const fields: Fields = project?.fields ?? {}
  const { milestones } = fields
  if (project === undefined || milestones === undefined) throw new Error('There is no such field.')
  const { body } = (project.calls as unknown as { update: { body: unknown } }).update
  const entries = [
    { name: 'with the order', percent: '40', due: 'order' },
    { name: '', percent: 'half', due: '' },
  ]
  const { errors } = await sentBy({ milestones }, body, { milestones: entries }, { rowVersion: 1 })
  const { types = {} } = errors.milestones as { types?: object }
  expect(Object.keys(types)).toEqual(['1.name', '1.percent'])
})
