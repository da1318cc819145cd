import type { FieldError } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { isStorable } from '../platform/storable-text.ts'

interface Part {
  path: string
  value: unknown
}

/** The first text of a body that PostgreSQL cannot store, as a fault. Without recursion: a body may be as deep as it is long. */
export function unstorableIn(body: unknown): FieldError[] {
  const parts: Part[] = [{ path: 'body', value: body }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { path, value } = part
    if (typeof value === 'string' && !isStorable(value)) return [faultAt(path)]
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return [faultAt(path)]
      if (typeof inner === 'string' || typeof inner === 'object') parts.push({ path: `${path}.${key}`, value: inner })
    }
  }
  return []
}

function faultAt(path: string): FieldError {
  return { path, code: 'not_storable', message: t('server.textNotStorable') }
}
