import { z } from 'zod'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { JSON_ADDRESS } from './json-address.ts'
import { tagMapEntrySchema, tagSources } from './tag-map.ts'
import { TOPIC_FILTER } from './topic-filter.ts'

export const MAX_TAG_MAP_ENTRIES = 3_000

/** The lines of a tag map. Two lines for one tag would leave open which of them counts. */
export const tagMapEntriesSchema = z
  .array(tagMapEntrySchema)
  .max(MAX_TAG_MAP_ENTRIES, `must not have more than ${MAX_TAG_MAP_ENTRIES} entries`)
  .superRefine((entries, context) => {
    const known = new Set<string>()
    for (const [place, { canonicalTag }] of entries.entries()) {
      const message = `names ${canonicalTag}, which another entry names already`
      if (known.has(canonicalTag)) context.addIssue({ code: 'custom', path: [place, 'canonicalTag'], message })
      known.add(canonicalTag)
    }
  })

/**
 * Tag maps as staff draw them up. Saving makes a new version; the version in use stays the one that was rolled out. A
 * machine uses the map that it names itself, else the one that names it, else the one of its configuration.
 */
export const tagMaps = defineResource({
  name: 'tagMap',
  table: 'tag_map',
  area: 'Telemetry',
  noun: ['tag map', 'tag maps'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    source: field.choice(tagSources, {
      label: 'Source',
      help: 'Where its addresses come from. Cannot be changed later',
      required: true,
      frozen: true,
      filter: true,
    }),
    machineType: field.text({
      label: 'Machine type',
      help: 'The configuration of the machines it is for',
      max: 64,
      filter: true,
      sort: true,
    }),
    machineId: field.reference('machine', {
      label: 'Machine',
      help: 'The one machine this applies to, regardless of type',
      filter: true,
    }),
    topicFilter: field.text({
      label: 'Topics',
      help: 'MQTT topics to read, with {machineID} as one level, or fixed ones where the map names its machine. Not needed for Packhouse’s own topics, packhouse/…',
      example: 'plant/+/{machineID}/values',
      max: 512,
      pattern: [TOPIC_FILTER, 'must be a topic filter, such as plant/{machineID}/# or plant/line3/values'],
    }),
    timeAddress: field.text({
      label: 'Time',
      help: 'Address of the timestamp in the message (ISO 8601, or Unix in s or ms). Leave empty to use the time of arrival',
      example: 'header.ts',
      max: 512,
      pattern: [JSON_ADDRESS, 'must be an address such as header.ts or values[3].at'],
    }),
    entries: field.objects(tagMapEntriesSchema, {
      label: 'Entries',
      help: 'Which value becomes which tag. At most one entry per tag',
    }),
    version: field.integer({ label: 'Version', required: true, readOnly: true, min: 1, max: 2_147_483_647 }),
    activeVersion: field.integer({
      label: 'Active version',
      help: 'Empty until it is rolled out',
      readOnly: true,
      min: 1,
      max: 2_147_483_647,
    }),
  },
  mounts: [{ path: '/v1/ignition/tag-maps' }],
  label: 'name',
  sublabel: 'machineType',
  defaultSort: 'name',
  rules: {
    tag_map_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another tag map' },
    tag_map_in_use_once: {
      code: 'rule',
      fields: ['machineType'],
      message: 'already has an active tag map for this source; deactivate that one first',
    },
  },
  traits: { dropdown: true, options: true, softDelete: true },
})
