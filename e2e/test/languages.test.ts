import { expect, inject } from 'vitest'
import { languageFaults, languages, languagesBesideData } from '../src/languages.ts'
import { test } from '../src/test.ts'

/** No link leads to what a mail links to, and to what does not exist. */
const fromOutside = ['/invitation', '/reset-password?token=phl_x', '/nowhere']

test.for(languagesBesideData)(
  'In %s every screen of a customer is whole, and all of its texts are of the catalogue',
  async (language, { visit }) => {
    const { page, guard } = await visit({ product: inject('living'), as: 'customer', language })
    guard.expectStatus(404, /NOPE-0001/)
    const { count, faults } = await languageFaults(page, language, {
      from: '/',
      also: ['/machines/NOPE-0001', '/customers'],
    })
    expect(count).toBeGreaterThan(3)
    expect(faults).toEqual({})
  },
)

test.for(languages)(
  'In %s every screen before the sign-in is whole, and all of its texts are of the catalogue',
  async (language, { visit }) => {
    const { page } = await visit({ language })
    const { count, faults } = await languageFaults(page, language, { from: '/login', also: fromOutside })
    expect(count).toBeGreaterThan(4)
    expect(faults).toEqual({})
  },
)

test('The screen of who may see nothing is mirrored too', async ({ visit }) => {
  const { page } = await visit({ as: 'denied', language: 'ar-XB' })
  const { faults } = await languageFaults(page, 'ar-XB', { from: '/' })
  expect(faults).toEqual({})
})
