const KEY = 'packhouse.window'

let session: Promise<string> | undefined

/**
 * The id by which this window holds edit locks: the same after a reload, another one in a tab that was duplicated, which copies the
 * storage. The window that uses an id holds a lock of that name for as long as it lives.
 */
export function windowSession(): Promise<string> {
  session ??= claim(sessionStorage.getItem(KEY))
  return session
}

async function claim(known: string | null): Promise<string> {
  const id = known !== null && (await isMine(known)) ? known : newId()
  if (id !== known) await isMine(id)
  sessionStorage.setItem(KEY, id)
  return id
}

/** Without locks, as on a page that was loaded without TLS, nobody can say: then every page load is another window. */
function isMine(id: string): Promise<boolean> {
  const { locks } = navigator
  if (locks === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    void locks.request(`${KEY}.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      // Held until the page is gone.
      return lock === null ? undefined : new Promise<never>(() => undefined)
    })
  })
}

/** A random UUID, version 4 (RFC 9562); `crypto.randomUUID` is missing on a page that was loaded without TLS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, place) => markVersion(byte, place).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function markVersion(byte: number, place: number): number {
  if (place === 6) return (byte & 0x0f) | 0x40
  if (place === 8) return (byte & 0x3f) | 0x80
  return byte
}
