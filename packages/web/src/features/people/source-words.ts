import type { api, CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'

export type PermissionSource = CallResult<typeof api.userPermissions>[number]['sources'][number]

/** Where a permission of a user comes from: `via the role Fitter`, `directly`, `via the group Service (Fitter)`. */
export function sourceWords({ kind, name }: PermissionSource): string {
  return kind === 'direct'
    ? t('people.directly')
    : t('people.viaSource', { kind, name: name ?? t('people.withoutAName') })
}
