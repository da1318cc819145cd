import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** What stands on every page of a document: whose it is. The first attached picture is the logo; attached fonts can be used. */
export const letterheads = defineResource({
  name: 'letterhead',
  table: 'letterhead',
  area: 'Documents',
  noun: ['letterhead', 'letterheads'],
  fields: {
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    company: field.text({ label: 'Company', required: true, search: true }),
    address: field.multiline({ label: 'Address', help: 'One line each', max: 500 }),
    footer: field.text({ label: 'Footer', help: 'Such as the numbers in registers and for taxes', max: 300 }),
    font: field.text({
      label: 'Font',
      help: 'The family of its attached fonts (TTF or OTF); without it, Inter',
      example: null,
      max: 100,
    }),
    accent: field.text({
      label: 'Colour',
      help: 'Of lines and heads of tables',
      example: '#14213d',
      required: true,
      max: 7,
      pattern: [/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #14213d'],
    }),
  },
  mounts: [{ path: '/v1/letterheads' }],
  label: 'name',
  sublabel: 'company',
  defaultSort: 'name',
  rules: {
    letterhead_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another letterhead' },
  },
  traits: { options: true, softDelete: true, files: true },
})
