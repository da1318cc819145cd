import { type Field, resources, writable } from '@packhouse/contract'
import { expect, it } from 'vitest'
import { companyView } from '../features/customers/company-view.ts'
import { contactView } from '../features/customers/contact-view.ts'
import { locationView } from '../features/customers/location-view.ts'
import { projectListView } from '../features/estimator/board/project-list-view.ts'
import { layoutOf } from '../resource/form/form-layout.ts'
import type { ResourceView } from '../resource/view.ts'

/** The views that fold fields of a new row, with what they propose for some of these. */
const folding: [resource: string, view: ResourceView, proposed?: readonly string[]][] = [
  ['customer', companyView],
  ['supplier', companyView],
  ['contact', contactView],
  ['location', locationView],
  ['project', projectListView, ['ownerId']],
]

function hasToBeFilledIn({ required, fallback }: Field): boolean {
  return required && fallback === undefined
}

it.each(folding)('What has to be filled in of a new %s is not folded', (name, view, proposed = []) => {
  const fields = writable(resources.find((resource) => resource.name === name)?.fields ?? {}, true)
  const { first, folded } = layoutOf(fields, view, true)
  expect(first.length).toBeGreaterThan(0)
  const names = folded.flatMap((section) => section.fields).filter((field) => !proposed.includes(field))
  expect(names.filter((field) => fields[field] !== undefined && hasToBeFilledIn(fields[field]))).toEqual([])
})
