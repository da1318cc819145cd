import type { TokenPair } from '@packhouse/contract'

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const accessKey = 'token'
const refreshKey = 'refresh_token'

/** The tokens of the signed-in user; shared by all tabs, so every use reads them again. */
export interface TokenStore {
  access(): string | null
  refresh(): string | null
  write(tokens: TokenPair): void
  clear(): void
}

export function createTokenStore(storage: KeyValueStorage): TokenStore {
  return {
    access: () => storage.getItem(accessKey),
    refresh: () => storage.getItem(refreshKey),
    write(tokens) {
      storage.setItem(accessKey, tokens.access_token)
      storage.setItem(refreshKey, tokens.refresh_token)
    },
    clear() {
      storage.removeItem(accessKey)
      storage.removeItem(refreshKey)
    },
  }
}

/** Moves the tokens out of a storage into a store of their own: no tab finds them any more. */
export function withdrawTokens(storage: KeyValueStorage): TokenStore {
  const taken = new Map<string, string>()
  for (const key of [accessKey, refreshKey]) {
    const value = storage.getItem(key)
    if (value !== null) taken.set(key, value)
    storage.removeItem(key)
  }
  return createTokenStore({
    getItem: (key) => taken.get(key) ?? null,
    setItem: (key, value) => void taken.set(key, value),
    removeItem: (key) => void taken.delete(key),
  })
}

/** Whether a storage event says that another tab signed out. `key` is null when that tab cleared everything. */
export function endsSession(event: Pick<StorageEvent, 'key' | 'newValue'>): boolean {
  return event.key === null || (event.key === accessKey && event.newValue === null)
}
