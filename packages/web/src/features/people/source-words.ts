import type { api, CallResult } from '@packhouse/contract'

export type PermissionSource = CallResult<typeof api.userPermissions>[number]['sources'][number]

/** From where somebody has a permission: `by the role Fitter`, `directly`, `by the group Service (Fitter)`. */
export function sourceWords({ kind, name }: PermissionSource): string {
  return kind === 'direct' ? 'directly' : `by the ${kind} ${name ?? 'without a name'}`
}
