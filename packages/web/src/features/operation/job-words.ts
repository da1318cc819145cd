import type { api, CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Tone } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { AlertIcon, RetryIcon, RunningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

type Jobs = CallResult<typeof api.listJobs>
export type Job = Jobs['items'][number]
export type PeriodicJob = Jobs['periodic'][number]

export interface StateLook {
  label: string
  tone: Tone
  icon: Icon
}

const running: StateLook = { label: t('operation.running'), tone: 'info', icon: RunningIcon }

export const jobLooks: Record<Job['state'], StateLook> = {
  waiting: { label: t('operation.waiting'), tone: 'unk', icon: RetryIcon },
  running,
  dead: { label: t('operation.failed'), tone: 'bad', icon: AlertIcon },
}

const kinds: Record<string, string> = {
  mail: t('operation.sendAMail'),
  webhook: t('operation.sendAWebhook'),
  'change-webhook': t('operation.tellOfAChange'),
  push: t('operation.sendANotification'),
  'service-push': t('operation.sendANotification'),
  escalation: t('operation.escalateAnAlarm'),
}

/** What a job does, in words; a kind of another version of the product by its name. */
export function kindWords(kind: string): string {
  return kinds[kind] ?? kind
}

export function lookOfPeriodic({ running: isRunning, reason, lastSuccessAt }: PeriodicJob): StateLook {
  if (isRunning) return running
  if (reason !== null) return { label: t('operation.failed'), tone: 'bad', icon: AlertIcon }
  if (lastSuccessAt === null) return { label: t('operation.notRunYet'), tone: 'unk', icon: RetryIcon }
  return { label: t('operation.fine'), tone: 'ok', icon: CheckIcon }
}
