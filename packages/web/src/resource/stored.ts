import { t } from '@packhouse/messages'
import { keepPreference, onPreferencesUnsaved, useSession } from '../lib/session.ts'
import { showToast } from '../ui/toasts.tsx'

onPreferencesUnsaved(() =>
  showToast({
    tone: 'failed',
    message: t('resource.viewsAndColumnsCouldNotBe'),
  }),
)

/**
 * A value stored in the user's account under `key`. The stored value is trusted only if `check` accepts it: it
 * may be from an older version.
 */
export function useStored<Value>(
  key: string,
  fallback: Value,
  check: (value: unknown) => value is Value,
): [Value, (value: Value | undefined) => void] {
  const held = useSession()?.settings.preferences[key]
  return [check(held) ? held : fallback, (value) => keepPreference(key, value)]
}

export function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
