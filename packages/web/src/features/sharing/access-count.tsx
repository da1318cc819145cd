import { t } from '@packhouse/messages'
import { hasPermission } from '../../lib/permission.ts'
import { useSession } from '../../lib/session.ts'
import { WaitingCount } from '../../ui/waiting-count.tsx'
import { useMySupportAccess } from './use-sharing.ts'

/** The number of requests for access that wait for an answer of the reader, beside the name of the section; nothing for zero. */
export function AccessCount() {
  const { data } = useMySupportAccess(hasPermission(useSession(), 'sharing.decide'))
  const count = data?.items.filter(({ status }) => status === 'asked').length ?? 0
  return <WaitingCount count={count} label={() => t('sharing.openRequests', { count })} />
}
