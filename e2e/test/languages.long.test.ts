import { afterAll, beforeAll, expect } from 'vitest'
import { languageFaults, languages } from '../src/languages.ts'
import { startLivingProduct } from '../src/living-product.ts'
import type { Product } from '../src/product.ts'
import { test } from '../src/test.ts'
import { tour } from '../src/tour.ts'

/** No link leads to what a mail links to, and to what does not exist. */
const fromOutside = ['/invitation', '/reset-password?token=phl_x', '/nowhere']

let living: Product

beforeAll(async () => {
  living = await startLivingProduct()
})
afterAll(async () => {
  await living?.stop()
})

/** The screens are the same in every language: they are looked for once. */
let ofCustomer: Promise<string[]> | undefined
let beforeSignIn: Promise<string[]> | undefined

test.for(languages)(
  'In %s every screen of a customer is whole, and all of its texts are of the catalogue',
  async (language, { visit }) => {
    const visitor = { product: living, as: 'customer' } as const
    ofCustomer ??= visit(visitor).then(({ page }) => tour(page, '/'))
    const screens = await ofCustomer
    // The machines, one of them, the alarms, their history and those that are shelved, the quotes, the data with the partners and what is shared, the benchmark,
    // and the settings.
    expect(screens).toHaveLength(11)
    const { page, guard } = await visit({ ...visitor, language })
    guard.expectStatus(404, /NOPE-0001/)
    expect(await languageFaults(page, language, [...screens, '/machines/NOPE-0001', '/customers'])).toEqual({})
  },
)

test.for(languages)(
  'In %s every screen before the sign-in is whole, and all of its texts are of the catalogue',
  async (language, { visit }) => {
    beforeSignIn ??= visit().then(({ page }) => tour(page, '/login'))
    const screens = await beforeSignIn
    expect(screens).toEqual(['/login', '/forgot-password'])
    const { page } = await visit({ language })
    expect(await languageFaults(page, language, [...screens, ...fromOutside])).toEqual({})
  },
)

test('The screen of who may see nothing is mirrored too', async ({ visit }) => {
  const { page } = await visit({ as: 'denied', language: 'ar-XB' })
  expect(await languageFaults(page, 'ar-XB', ['/'])).toEqual({})
})
