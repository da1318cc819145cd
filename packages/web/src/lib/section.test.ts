import { describe, expect, it } from 'vitest'
import { isCurrentSection, type Section, sectionsFor } from './section.ts'

const machines: Section = { to: '/', root: '/machines', label: 'Machines' }
const settings: Section = { to: '/settings', label: 'Settings', permission: 'customer.read' }

describe('the sections of the top bar', () => {
  it('are only those somebody has the permission for', () => {
    expect(sectionsFor({ permissions: [] }, [machines, settings])).toEqual([machines])
    expect(sectionsFor({ permissions: ['customer.read'] }, [machines, settings])).toEqual([machines, settings])
    expect(sectionsFor(undefined, [settings])).toEqual([])
  })

  it('hold the addresses below them and none that only begins alike', () => {
    expect(isCurrentSection(settings, '/settings')).toBe(true)
    expect(isCurrentSection(settings, '/settings/keys')).toBe(true)
    expect(isCurrentSection(settings, '/settings-of-others')).toBe(false)
  })

  it('do not all belong to the start', () => {
    expect(isCurrentSection(machines, '/')).toBe(true)
    expect(isCurrentSection(machines, '/machines/VFFS-2214')).toBe(true)
    expect(isCurrentSection(machines, '/settings')).toBe(false)
  })
})
