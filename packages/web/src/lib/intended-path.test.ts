import { describe, expect, it } from 'vitest'
import { intendedPath, loginPath } from './intended-path.ts'

describe('intendedPath', () => {
  it.each(['/', '/settings', '/machines/VFFS-2214?tag=CycleCount&hours=6#states', '/a%2Fb'])('keeps %s', (path) => {
    expect(intendedPath(path)).toBe(path)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'http://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    'evil',
    '',
    '/.//evil.example',
    '/a/..//evil.example',
  ])('refuses %j, which could lead away from here', (path) => {
    expect(intendedPath(path)).toBe('/')
  })

  it('refuses what is no text', () => {
    expect(intendedPath(undefined)).toBe('/')
    expect(intendedPath(['/settings'])).toBe('/')
  })

  it('does not lead back to the login', () => {
    expect(intendedPath('/login?intended=%2Fsettings')).toBe('/')
    expect(intendedPath('/login/')).toBe('/')
  })
})

describe('loginPath', () => {
  it('carries the full target with query and hash', () => {
    expect(loginPath('/machines/A?x=1&y=2#z')).toBe('/login?intended=%2Fmachines%2FA%3Fx%3D1%26y%3D2%23z')
  })

  it('carries the start as a target too', () => {
    expect(loginPath('/')).toBe('/login?intended=%2F')
  })

  it('is the plain login without a target or with one that leads away', () => {
    expect(loginPath()).toBe('/login')
    expect(loginPath('//evil.example')).toBe('/login')
  })
})
