import { describe, expect, it } from 'vitest'
import { redirectFromLogin, redirectFromScreen } from './guard.ts'

const customer = { permissions: ['customer.access'] }
const target = { pathname: '/machines/A', href: '/machines/A?hours=6#states' }

describe('a signed-in screen', () => {
  it('sends a visitor who is not signed in to the login with the full target path', () => {
    expect(redirectFromScreen(target, null)).toBe('/login?intended=%2Fmachines%2FA%3Fhours%3D6%23states')
  })

  it('sends a visitor without customer.access to the denied screen', () => {
    expect(redirectFromScreen(target, { permissions: ['machine.read.any'] })).toBe('/denied')
  })

  it('leads whose role needs a second factor to the settings, and lets them stay there', () => {
    const visitor = { permissions: [], secondFactorRequired: true }
    expect(redirectFromScreen(target, visitor)).toBe('/settings')
    expect(redirectFromScreen({ pathname: '/settings', href: '/settings' }, visitor)).toBeNull()
  })

  it('lets a customer in', () => {
    expect(redirectFromScreen(target, customer)).toBeNull()
  })
})

describe('the login', () => {
  const login = { pathname: '/login', href: '/login' }

  it('stays for a visitor who is not signed in', () => {
    expect(redirectFromLogin(login, null)).toBeNull()
  })

  it('sends a signed-in visitor home, or to the intended path', () => {
    expect(redirectFromLogin(login, customer)).toBe('/')
    expect(redirectFromLogin({ ...login, intended: '/settings?a=1' }, customer)).toBe('/settings?a=1')
  })

  it('never sends anybody to another origin', () => {
    expect(redirectFromLogin({ ...login, intended: '//evil.example' }, customer)).toBe('/')
  })
})
