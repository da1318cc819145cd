import { useState } from 'react'

/** Reads what was kept in this browser; undefined where there is nothing, or nothing that can be read. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * A value that is kept in this browser under `key`. What is found there is trusted only as far as `check` says: it may
 * be from an older version.
 */
export function useStored<Value>(
  key: string,
  fallback: Value,
  check: (value: unknown) => value is Value,
): [Value, (value: Value | undefined) => void] {
  const [held, setHeld] = useState(() => ({ key, value: read(key) }))
  const current = held.key === key ? held.value : read(key)
  const store = (value: Value | undefined) => {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    setHeld({ key, value })
  }
  return [check(current) ? current : fallback, store]
}

export function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
