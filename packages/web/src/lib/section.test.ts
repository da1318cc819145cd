import { describe, expect, it } from 'vitest'
import { areasOf, countPlaced, currentArea, groupsOf, isCurrentSection, type Section } from './section.ts'

const overview: Section = {
  to: '/',
  root: '/machines',
  label: 'Overview',
  area: 'machines',
  about: '',
  forCustomers: 'Machines',
}
const alarms: Section = { to: '/alarms', label: 'Alarms', area: 'machines', about: '', forCustomers: 'Alarms' }
const users: Section = { to: '/people/users', label: 'Users', area: 'people', about: '' }
const suppliers: Section = { to: '/suppliers', label: 'Suppliers', area: 'customers', about: '' }
const all = [users, overview, alarms, suppliers]

const staff = { user: { customer: null }, permissions: [] }
const customer = { user: { customer: { id: '1' } }, permissions: [] }

const shape = (areas: ReturnType<typeof areasOf>) =>
  areas.map(({ label, sections }) => [label, ...sections.map((section) => section.label)])

describe('the areas of the top bar', () => {
  it('hold the pages of staff in the order of the bar, and none without a page', () => {
    expect(shape(areasOf(staff, all))).toEqual([
      ['Machines', 'Overview', 'Alarms'],
      ['Customers', 'Suppliers'],
      ['People', 'Users'],
    ])
    expect(areasOf(undefined, all)).toEqual([])
    // Every page would lead back to the settings.
    expect(areasOf({ ...staff, secondFactorRequired: true }, all)).toEqual([])
  })

  it('are plain for users of customers, and what else they may open follows', () => {
    expect(shape(areasOf(customer, [overview, alarms]))).toEqual([
      ['Machines', 'Overview'],
      ['Alarms', 'Alarms'],
    ])
    expect(shape(areasOf(customer, all)).slice(2)).toEqual([
      ['Customers', 'Suppliers'],
      ['People', 'Users'],
    ])
  })

  it('have their place before the first that may still come', () => {
    const areas = areasOf(customer, all)
    expect(countPlaced(areas, [])).toBe(Number.POSITIVE_INFINITY)
    expect(countPlaced(areas, [alarms.to])).toBe(1)
    expect(countPlaced(areas, [suppliers.to, alarms.to])).toBe(1)
    expect(countPlaced(areas, ['/elsewhere'])).toBe(Number.POSITIVE_INFINITY)
  })

  it('know which of them an address belongs to', () => {
    const areas = areasOf(staff, all)
    expect(currentArea(areas, '/machines/VFFS-2214')?.label).toBe('Machines')
    expect(currentArea(areas, '/people/users')?.label).toBe('People')
    expect(currentArea(areas, '/settings')).toBeUndefined()
  })
})

describe('the groups of an area', () => {
  const audit: Section = { to: '/system/audit', label: 'Audit', area: 'system', group: 'activity', about: '' }
  const setup: Section = { to: '/system/settings', label: 'Settings', area: 'system', group: 'setup', about: '' }
  const health: Section = { to: '/system/health', label: 'Health', area: 'system', group: 'operation', about: '' }

  it('have their pages in one order, wherever a feature declares them', () => {
    const [system] = areasOf(staff, [setup, audit, health])
    expect(system?.sections.map(({ label }) => label)).toEqual(['Health', 'Audit', 'Settings'])
    expect(shape(system === undefined ? [] : groupsOf(system))).toEqual([
      ['Operation', 'Health'],
      ['Activity', 'Audit'],
      ['Setup', 'Settings'],
    ])
  })

  it('are missing where an area has no groups', () => {
    expect(areasOf(staff, all).flatMap(groupsOf)).toEqual([])
  })
})

describe('a page', () => {
  it('holds the addresses below it and none that only begins alike', () => {
    expect(isCurrentSection(suppliers, '/suppliers')).toBe(true)
    expect(isCurrentSection(suppliers, '/suppliers/1')).toBe(true)
    expect(isCurrentSection(suppliers, '/suppliers-of-others')).toBe(false)
  })

  it('at the start does not hold everything', () => {
    expect(isCurrentSection(overview, '/')).toBe(true)
    expect(isCurrentSection(overview, '/machines/VFFS-2214')).toBe(true)
    expect(isCurrentSection(overview, '/settings')).toBe(false)
  })
})
