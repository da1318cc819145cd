import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { MAX_TEMPLATE_LENGTH } from './template-limits.ts'

/** Sources that templates import by their names. A published version holds those that it uses as they were. */
export const pdfPartials = defineResource({
  name: 'pdfPartial',
  table: 'pdf_partial',
  area: 'Documents',
  noun: ['partial of templates', 'partials of templates'],
  fields: {
    name: field.text({
      label: 'Name',
      help: 'By which templates import it',
      example: 'terms.typ',
      required: true,
      max: 60,
      pattern: [/^[a-z0-9][a-z0-9-]*\.typ$/, 'must be lower case letters, digits and hyphens, and end with .typ'],
      search: true,
      sort: true,
    }),
    source: field.multiline({ label: 'Source', required: true, max: MAX_TEMPLATE_LENGTH }),
  },
  mounts: [{ path: '/v1/pdf-templates/partials' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    pdf_partial_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another partial' },
    pdf_partial_name_reserved: {
      code: 'rule',
      fields: ['name'],
      message: 'must not be main.typ, which is the template',
    },
    pdf_partial_at_most: { code: 'rule', fields: [], message: 'There are as many partials as there may be.' },
  },
})
