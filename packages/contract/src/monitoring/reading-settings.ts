import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

const MOST_DECIMALS = 6

const end = (label: string, help: string, example: number) =>
  field.number({ label, help, min: -1_000_000_000, max: 1_000_000_000, example })

/**
 * How readings are shown, whatever way they come by: a machine that sends our own records has no tag map, and its readings have their units in their
 * names. What is set for a type holds in place of what is set for every machine.
 */
export const readingSettings = defineResource({
  name: 'readingSetting',
  table: 'reading_setting',
  area: 'Telemetry',
  noun: ['reading setting', 'reading settings'],
  fields: {
    tag: field.text({
      label: 'Reading',
      help: 'temperature, humidity, cyclesPerMin, totalRejects, totalCycles or the name of a reading',
      example: 'Seal pressure (bar)',
      required: true,
      max: 128,
      search: true,
      sort: true,
    }),
    machineType: field.text({
      label: 'Machine type',
      help: 'The configuration of the machines. Empty: every machine without a setting for its own type',
      example: 'VFFS',
      max: 64,
      filter: true,
      sort: true,
    }),
    decimals: field.integer({
      label: 'Decimals',
      help: 'Empty: as many as make sense for the value. Exports have all digits',
      min: 0,
      max: MOST_DECIMALS,
      example: 2,
    }),
    normalLow: end('Normal from', 'While the machine runs, in the unit of the reading; temperature in °C', 3),
    normalHigh: end('Normal up to', 'Leave one of the two empty where it has no limit', 3.8),
  },
  mounts: [{ path: '/v1/reading-settings' }],
  label: 'tag',
  sublabel: 'machineType',
  defaultSort: 'tag,machineType',
  rules: {
    reading_setting_taken: {
      code: 'duplicate',
      fields: ['machineType', 'tag'],
      message: 'has settings already for this machine type',
    },
    reading_setting_range_ordered: {
      code: 'rule',
      fields: ['normalHigh'],
      message: 'must be above the value that is normal from',
    },
  },
  traits: { softDelete: true, csv: true },
})
