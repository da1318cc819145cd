import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Views of lists that all staff have: filters, order and columns under a name. The views of one person are in that account. */
export const sharedViews = defineResource({
  name: 'sharedView',
  table: 'shared_view',
  area: 'Settings',
  noun: ['shared view', 'shared views'],
  fields: {
    list: field.text({
      label: 'List',
      help: 'The name of the resource that is listed, such as customer',
      required: true,
      frozen: true,
      max: 60,
      filter: true,
      sort: true,
    }),
    name: field.text({ label: 'Name', required: true, max: 60, sort: true }),
    query: field.text({
      label: 'Filters and order',
      help: 'The parameters of the list as in an address; empty for all rows in their usual order',
      example: 'status=active&sort=-updatedAt',
      max: 4_000,
    }),
    columns: field.list({
      label: 'Columns',
      help: 'The names of the columns beside the name, in their order',
      max: 60,
    }),
    isDefault: field.boolean({
      label: 'Default of all',
      help: 'The list opens with it for everybody who has chosen no other',
      fallback: false,
      readOnly: true,
      filter: true,
    }),
  },
  mounts: [{ path: '/v1/shared-views' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    shared_view_name_taken: {
      code: 'duplicate',
      fields: ['name'],
      key: ['list', 'name'],
      message: 'is the name of another shared view of this list',
    },
  },
  traits: { setPrimary: { flag: 'isDefault', within: ['list'], clearable: true } },
})
