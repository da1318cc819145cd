import { paperRequests } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { z } from 'zod'
import type { PublicDocument } from './public-machine.queries.ts'

/** What somebody filled in, as text; empty where nothing was. */
export interface PaperForm {
  documentId: string
  name: string
  postalAddress: string
  email: string
}

/** What is wrong with a form, by field. */
export type PaperFaults = Partial<Record<keyof PaperForm, string>>

export const emptyForm: PaperForm = { documentId: '', name: '', postalAddress: '', email: '' }

const { name, postalAddress, email } = paperRequests.fields
const schemas = { name: name.schema, postalAddress: postalAddress.schema, email: email.schema }

/** Reads a form that was sent. */
export function toPaperForm(sent: URLSearchParams): PaperForm {
  const read = (field: keyof PaperForm) => (sent.get(field) ?? '').replaceAll('\r\n', '\n').trim()
  return {
    documentId: read('documentId'),
    name: read('name'),
    postalAddress: read('postalAddress'),
    email: read('email'),
  }
}

/** What is wrong with a form, in words for the reader. @param documents that can be asked for */
export function faultsOf(form: PaperForm, documents: readonly PublicDocument[]): PaperFaults {
  const faults: PaperFaults = {}
  for (const [field, schema] of Object.entries(schemas) as [keyof typeof schemas, z.ZodType][]) {
    const value = form[field]
    const issue = value === '' ? t('publicPage.isMissing') : schema.safeParse(value).error?.issues[0]?.message
    if (issue !== undefined)
      faults[field] = value === '' ? issue : t('publicPage.fieldFault', { fault: declared(issue) })
  }
  const isKnown = form.documentId === '' || documents.some(({ id }) => id === form.documentId)
  if (!isKnown) faults.documentId = t('publicPage.chooseADocument')
  return faults
}
