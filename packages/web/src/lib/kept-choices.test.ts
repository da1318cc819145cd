import { expect, it } from 'vitest'
import { clearStorage, keptKey } from './kept-choices.ts'

/** The browser's storage as far as it is used here: its entries are own properties. */
class Entries {
  clear(): void {
    for (const key of Object.keys(this)) Reflect.deleteProperty(this, key)
  }

  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
}

it('a sign-out leaves what users have set up and nothing else', () => {
  const [mine, theirs] = [keptKey('user-1', 'views:customer'), keptKey('user-2', 'columns:customer')]
  const storage = Object.assign(new Entries(), {
    token: 'pha_1',
    refresh_token: 'phr_1',
    'packhouse-theme': 'dark',
    [mine]: '[]',
    [theirs]: '["name"]',
  })
  clearStorage(storage as unknown as Storage)
  expect({ ...storage }).toEqual({ [mine]: '[]', [theirs]: '["name"]' })
})

it('what one user has set up is under another key than that of the next', () => {
  expect(keptKey('user-1', 'views:customer')).not.toBe(keptKey('user-2', 'views:customer'))
})
