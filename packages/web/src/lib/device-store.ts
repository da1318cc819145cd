/**
 * What this browser stores beside local storage: values by a path such as `draft/<user>/<project>/<field>`, in IndexedDB. A sign-out
 * clears all of it but baskets of parts. Everything rejects where the browser has no such store, as in some private windows.
 */
const DATABASE = 'packhouse'
const STORE = 'value'
/** Where the paths of baskets begin. They outlive a sign-out: whoever signs in again finds their own, and nobody another's. */
export const BASKETS = 'basket/'
/** Behind every path of a basket. */
const AFTER_BASKETS = `${BASKETS}\uffff`

let opened: Promise<IDBDatabase> | undefined

export interface StoredValue {
  path: string
  value: unknown
}

export async function storeOnDevice(path: string, value: unknown): Promise<void> {
  await write((store) => store.put({ path, value } satisfies StoredValue, path))
}

export async function removeFromDevice(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => write((store) => store.delete(path))))
}

/** All values whose path begins so. */
export async function readFromDevice(start: string): Promise<StoredValue[]> {
  const store = (await database()).transaction(STORE).objectStore(STORE)
  return await answerOf(store.getAll(IDBKeyRange.bound(start, `${start}\uffff`)))
}

/** Clears what a sign-out clears. Never rejects: a browser without such a store has stored nothing. */
export async function clearDeviceStore(): Promise<void> {
  const others = [IDBKeyRange.upperBound(BASKETS, true), IDBKeyRange.lowerBound(AFTER_BASKETS)]
  const clear = (range: IDBKeyRange) => write((store) => store.delete(range))
  await Promise.all(others.map(clear)).catch(() => undefined)
}

async function write(work: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite')
  const stored = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // A device without room says so here only, after the request itself has succeeded.
    transaction.onabort = () => reject(transaction.error)
  })
  work(transaction.objectStore(STORE))
  // Nothing more is asked for: what was is stored also where the page goes away before the answer.
  transaction.commit()
  await stored
}

async function database(): Promise<IDBDatabase> {
  opened ??= open()
  return await opened
}

async function open(): Promise<IDBDatabase> {
  const forget = () => {
    opened = undefined
  }
  try {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    const database = await answerOf(request)
    // The browser may close it, such as where its site data are cleared.
    database.onclose = forget
    return database
  } catch (error) {
    forget()
    throw error
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
