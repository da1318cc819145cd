import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** What a reason makes of the time. Those of stops come first; speed loss and scrap are of the time in which a machine runs. */
export const downtimeKinds = ['unplanned', 'planned', 'changeover', 'minorStop', 'speedLoss', 'scrap'] as const
export type DowntimeKind = (typeof downtimeKinds)[number]

export const stopKinds = ['unplanned', 'planned', 'changeover', 'minorStop'] as const satisfies DowntimeKind[]
export type StopKind = (typeof stopKinds)[number]

/** Why machines stand still or lose time, as a tree. */
export const downtimeReasons = defineResource({
  name: 'downtimeReason',
  table: 'downtime_reason',
  area: 'Reference data',
  noun: ['downtime reason', 'downtime reasons'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    parentId: field.reference('downtimeReason', { label: 'Part of', filter: true }),
    kind: field.choice(downtimeKinds, {
      label: 'Counts as',
      help: 'Planned time does not count as planned production time',
      required: true,
      fallback: 'unplanned',
      filter: true,
    }),
    sort: field.integer({ label: 'Order', required: true, min: 0, max: 10_000, fallback: 0, sort: true }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
  },
  mounts: [{ path: '/v1/downtime-reasons' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'sort,name',
  rules: {
    downtime_reason_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another downtime reason' },
    downtime_reason_parent_acyclic: {
      code: 'rule',
      fields: ['parentId'],
      message: 'must not be the reason itself or a part of it',
    },
  },
  traits: { dropdown: true, softDelete: true, sortOrder: 'sort', csv: true, bulk: ['kind', 'active'] },
})
