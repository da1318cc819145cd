import type { RequestStatus, VisitStatus } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { visitStatusWords, visitTones } from './visits/visit-words.ts'
import { requestStatusWords } from './words.ts'

interface State<Status> {
  status: Status
  /** Its day has passed, and it is not done. */
  isOverdue: boolean
}

const requestTones: Readonly<Record<RequestStatus, Tone>> = {
  open: 'warn',
  planned: 'info',
  done: 'ok',
  declined: 'unk',
}

/** How far a visit is; one whose day has passed is overdue. */
export function VisitBadge({ visit: { status, isOverdue } }: { visit: State<VisitStatus> }) {
  if (isOverdue) return <Badge tone="bad">{t('service.overdue')}</Badge>
  return <Badge tone={visitTones[status]}>{visitStatusWords[status]}</Badge>
}

/** How far a request is; one that is planned for a day that has passed is overdue. */
export function RequestBadge({ request: { status, isOverdue } }: { request: State<RequestStatus> }) {
  if (isOverdue) return <Badge tone="bad">{t('service.overdue')}</Badge>
  return <Badge tone={requestTones[status]}>{requestStatusWords[status]}</Badge>
}
