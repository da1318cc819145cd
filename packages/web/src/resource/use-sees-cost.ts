import { hasPermission } from '../lib/permission.ts'
import { useSession } from '../lib/session.ts'

/** Whether the reader sees costs: for everybody else there are no such columns and fields. */
export function useSeesCost(): boolean {
  return hasPermission(useSession(), 'cost.read')
}
