import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { MAX_TEMPLATE_LENGTH } from './template-limits.ts'
import { documentTypeNames } from './types/index.ts'

export const pageSizes = ['a4', 'us-letter'] as const

function margin(label: string, fallback: number) {
  return field.integer({ label, unit: 'mm', min: 0, max: 100, required: true, fallback })
}

/** Typst sources of documents. Documents are made of published versions, which never change; the row is the draft. */
export const pdfTemplates = defineResource({
  name: 'pdfTemplate',
  table: 'pdf_template',
  area: 'Documents',
  noun: ['PDF template', 'PDF templates'],
  fields: {
    type: field.choice(documentTypeNames, { label: 'Type', required: true, frozen: true, filter: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    locale: field.language({ label: 'Language', required: true, frozen: true, filter: true, sort: true }),
    businessUnitId: field.reference('businessUnit', {
      label: 'Business unit',
      help: 'For documents of this one; without it, of all',
      frozen: true,
      filter: true,
      example: null,
    }),
    letterheadId: field.reference('letterhead', { label: 'Letterhead', filter: true, example: null }),
    pageSize: field.choice(pageSizes, { label: 'Page', required: true, fallback: 'a4' }),
    marginTop: margin('Top margin', 30),
    marginRight: margin('Right margin', 22),
    marginBottom: margin('Bottom margin', 26),
    marginLeft: margin('Left margin', 22),
    source: field.multiline({
      label: 'Source',
      help: 'Typst; the data is in data.json',
      example: '#let d = json("data.json")\n#set document(title: d.document.title)\n= #d.machineID',
      required: true,
      max: MAX_TEMPLATE_LENGTH,
    }),
    sampleData: field.multiline({
      label: 'Sample data',
      help: 'JSON; without it, the example of the type',
      example: null,
      max: MAX_TEMPLATE_LENGTH,
      faultOf: jsonObjectFault,
    }),
    publishedVersion: field.integer({
      label: 'Published version',
      min: 1,
      max: 1_000_000,
      readOnly: true,
      sort: true,
    }),
    publishedAt: field.time({ label: 'Published', readOnly: true, sort: true }),
    lastFault: field.text({
      label: 'Last fault',
      help: 'Of a document that failed or lacks characters; gone when the template is published again',
      readOnly: true,
      max: 500,
    }),
    lastFaultAt: field.time({ label: 'Last fault at', readOnly: true }),
    documentsThisYear: field.integer({
      label: 'Documents this year',
      help: 'That were made with any of its versions since 1 January, UTC',
      readOnly: true,
      derived: true,
      required: true,
      min: 0,
      max: 2_147_483_647,
    }),
    isDefault: field.boolean({
      label: 'Default',
      help: 'Of its type, language and business unit',
      fallback: false,
      readOnly: true,
      filter: true,
    }),
  },
  mounts: [{ path: '/v1/pdf-templates' }],
  label: 'name',
  sublabel: 'locale',
  defaultSort: 'type,name',
  rules: {
    pdf_template_name_taken: {
      code: 'duplicate',
      fields: ['name'],
      key: ['name', 'type', 'locale'],
      message: 'is used by another template of this type and language',
    },
  },
  traits: { options: true, softDelete: true },
})

function jsonObjectFault(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined
  } catch {
    // What cannot be read is no object either.
  }
  return 'must be an object in JSON'
}
