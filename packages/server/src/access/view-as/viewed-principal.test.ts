import { permissionDescriptions } from '@packhouse/contract'
import { expect, test } from 'vitest'
import type { Principal } from '../../engine/principal.ts'
import { mayViewAs, viewedPrincipal } from './viewed-principal.ts'

const every = Object.keys(permissionDescriptions)
const viewer = (permissions: readonly string[], more: Partial<Principal> = {}): Principal => ({
  ...{ userId: 'ada', sessionId: 's', customerId: null, permissions: new Set(permissions), ...more },
})
const viewed = (permissions: readonly string[], customerId: string | null = 'acme') => ({
  ...{ userId: 'ben', customerId, permissions },
})
const shown = (...both: Parameters<typeof viewedPrincipal>) => [...viewedPrincipal(...both).permissions].sort()

test('it takes the permission, and being an administrator for the account of one', () => {
  const clerk = viewer(['user.viewAs', 'user.update'])
  expect(mayViewAs(clerk, viewed(['machine.read']))).toBe(true)
  expect(mayViewAs(viewer(['user.update', 'role.update']), viewed([]))).toBe(false)
  expect(mayViewAs(clerk, viewed(['user.update', 'role.update'], null))).toBe(false)
  expect(mayViewAs(viewer(every), viewed(['user.update', 'role.update'], null))).toBe(true)
})

test('neither the own account, nor a key, nor a user of a customer views as anybody', () => {
  expect(mayViewAs(viewer(every), { ...viewed([]), userId: 'ada' })).toBe(false)
  expect(mayViewAs(viewer(every, { apiKeyId: 'k' }), viewed([]))).toBe(false)
  expect(mayViewAs(viewer(every, { customerId: 'acme' }), viewed([]))).toBe(false)
})

test('a user of a customer is seen with what they may, but costs only by who may see them', () => {
  const permissions = ['customer.access', 'cost.read', 'location.update']
  expect(shown(viewer(['user.viewAs']), viewed(permissions))).toEqual(['customer.access', 'location.update'])
  expect(shown(viewer(['user.viewAs', 'cost.read']), viewed(permissions))).toEqual([...permissions].sort())
})

test('a colleague is seen no further than the viewer may see', () => {
  expect(shown(viewer(['user.viewAs', 'quote.read']), viewed(['quote.read', 'project.read'], null))).toEqual([
    'quote.read',
  ])
})

test('what opens accounts is seen by nobody, whatever they may', () => {
  const names = shown(viewer(every), viewed(every, null))
  const secret =
    /^(apiKey|apiKeyScope|deviceCertificate|identityProvider|session|mail|settings|log|authLog|webhook)\.read$/
  expect(names.filter((name) => secret.test(name))).toEqual([])
  expect(names).toContain('customer.read')
  expect(names).not.toContain('user.viewAs')
})

test('the principal is the viewed user, names the viewer and is never confirmed', () => {
  expect(viewedPrincipal(viewer(every, { confirmed: true }), viewed([]))).toMatchObject({
    ...{ userId: 'ben', customerId: 'acme', sessionId: 's', confirmed: false, viewer: { userId: 'ada' } },
  })
})
