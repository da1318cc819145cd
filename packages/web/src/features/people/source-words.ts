import type { api, CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'

export type PermissionSource = CallResult<typeof api.userPermissions>[number]['sources'][number]

/** From where somebody has a permission: `by the role Fitter`, `directly`, `by the group Service (Fitter)`. */
export function sourceWords({ kind, name }: PermissionSource): string {
  return kind === 'direct' ? 'directly' : t('people.byThe', { kind, value: name ?? t('people.withoutAName') })
}
