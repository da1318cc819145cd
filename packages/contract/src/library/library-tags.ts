import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Words that library machines are grouped by. */
export const libraryTags = defineResource({
  name: 'libraryTag',
  table: 'library_tag',
  area: 'Library',
  noun: ['tag', 'tags'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 50, search: true, sort: true }),
    colour: field.text({
      label: 'Colour',
      example: '#2f6f4f',
      max: 7,
      pattern: [/^#[0-9a-f]{6}$/, 'must be a colour such as #2f6f4f'],
    }),
  },
  mounts: [{ path: '/v1/machine-library/tags' }],
  label: 'name',
  defaultSort: 'name',
  rules: { library_tag_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another tag' } },
  traits: { dropdown: true, csv: true },
})
