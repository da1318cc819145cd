import { defineResource, field, permissionDescriptions, resources } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { recordAddress } from '../features/palette/record-address.ts'
import { withDefaultScreens } from '../resource/all-screens.ts'
import { addressOf, permissionOf } from '../resource/feature.ts'
import { actions, embedded, embeddedAddresses, features, pages, sections } from './features.ts'

const tools = defineResource({
  name: 'tool',
  table: 'tool',
  area: 'Reference data',
  noun: ['hand tool', 'hand tools'],
  fields: { name: field.text({ label: 'Name', required: true }) },
  mounts: [{ path: '/v1/tools' }],
  label: 'name',
  defaultSort: 'name',
})

const all = withDefaultScreens(sections, embedded)
const places = all.flatMap((section) => section.screens.map((screen) => ({ section, screen })))

describe('the sections and their screens', () => {
  it.each(resources.map(({ name }) => name))('show %s in a list, or with the record that it belongs to', (name) => {
    const isListed = places.some(({ screen }) => screen.resource === name)
    expect(isListed || embedded.includes(name)).toBe(true)
  })

  it('have addresses that differ', () => {
    const addresses = places.map(({ section, screen }) => addressOf(section, screen))
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('are in a group where the pages of their area are', () => {
    const grouped = new Set(sections.filter(({ group }) => group !== undefined).map(({ area }) => area))
    expect([...grouped]).toEqual(['system'])
    expect(sections.filter(({ area, group }) => grouped.has(area) && group === undefined)).toEqual([])
  })

  it('need permissions that exist', () => {
    const needed = places.flatMap(({ section, screen }) => [permissionOf(section, screen) ?? 'customer.access'])
    for (const permission of [...needed, ...actions.map((action) => action.permission)]) {
      expect(Object.keys(permissionDescriptions)).toContain(permission)
    }
  })

  it('name resources that are declared', () => {
    const named = [
      ...places.flatMap(({ screen }) => screen.resource ?? []),
      ...features.flatMap((feature) => [...Object.keys(feature.embedded ?? {}), ...Object.keys(feature.related ?? {})]),
    ]
    for (const name of named) expect(resources.map((resource) => resource.name)).toContain(name)
  })
})

describe('what a search finds', () => {
  const found = resources.filter(({ fields }) => Object.values(fields).some(({ search }) => search))
  const session = { permissions: Object.keys(permissionDescriptions) }
  const addressed = (name: string, parents: Record<string, string> = {}) =>
    recordAddress({ sections: all, actions, pages, embedded: embeddedAddresses }, session, {
      resource: name,
      id: '1',
      label: 'A-1',
      parents,
    })

  it.each(found.map(({ name }) => name))('has an address where it is a %s', (name) => {
    expect(addressed(name, { customerId: '2' })).toMatch(/^\/.+(1|A-1)$/)
  })

  it('is shown beside its owner, on its own page or in its list', () => {
    expect(addressed('contact', { customerId: '2' })).toBe('/customers/2?tab=contacts&open=1')
    expect(addressed('location', { supplierId: '3' })).toBe('/suppliers/3?tab=locations&open=1')
    expect(addressed('alarmRule')).toBe('/alarms?tab=rules&open=1')
    expect(addressed('tagMap')).toBe('/telemetry/tag-maps/1')
    expect(addressed('servicePlan')).toBe('/service/plans?open=1')
    expect(addressed('machine')).toBe('/machines/A-1')
  })
})

describe('a resource that no feature knows', () => {
  it('gets a list in the section of its area, or with the rest', () => {
    const known = resources.length
    for (const [area, section] of [
      ['Library', '/library/options'],
      ['Elsewhere', '/reference'],
    ]) {
      const withTools = withDefaultScreens(sections, embedded, [...resources, { ...tools, area: area ?? '' }])
      const shown = withTools.find(({ to }) => to === section)
      expect(shown?.screens.at(-1)).toEqual({ path: 'hand-tools', label: 'Hand tools', resource: 'tool' })
    }
    expect(resources).toHaveLength(known)
  })
})
