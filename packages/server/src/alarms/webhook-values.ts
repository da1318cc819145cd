import type { WebhookValues } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { MachineEntry } from '../live/index.ts'
import { type Rule, wordsOf } from './rule.ts'

interface Happened {
  event: 'raised' | 'cleared'
  rule: Rule
  machine: Pick<MachineEntry, 'machineID' | 'description'>
  value?: string | null
  startedAt?: string
  clearedAt: string | null
  /** Of the alarm, for people. */
  address: string
}

/** What the template of a webhook is filled with, in the language of the installation. What is not known is empty. */
export function toWebhookValues({
  event,
  rule,
  machine,
  value,
  startedAt,
  clearedAt,
  address,
}: Happened): WebhookValues {
  return {
    event: t('webhookTemplate.event', { event }),
    severity: t('webhookTemplate.severity', { severity: rule.severity }),
    rule: rule.name,
    machine: machine.machineID,
    description: machine.description ?? '',
    message: wordsOf(rule, value ?? null),
    value: value ?? '',
    startedAt: startedAt ?? '',
    clearedAt: clearedAt ?? '',
    link: address,
  }
}
