const prefix = 'packhouse-kept:'

/** Where something a user has set up in this browser is kept, such as saved views: under a key of the user's own. */
export function keptKey(userId: string, name: string): string {
  return `${prefix}${userId}:${name}`
}

/** Empties the storage but for what users have set up: each finds it again, and nobody finds that of another. */
export function clearStorage(storage: Storage): void {
  const kept = Object.entries(storage).filter(([key]) => key.startsWith(prefix))
  // All at once, which tells the other tabs that the session is over.
  storage.clear()
  for (const [key, value] of kept) storage.setItem(key, value)
}
