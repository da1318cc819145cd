import type { OrderStepName } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Tone } from '../../ui/badge.tsx'
import type { StepState } from './step-states.ts'

export const stepWords: Readonly<Record<OrderStepName, string>> = {
  factoryTest: t('orders.factoryTest'),
  delivery: t('orders.delivery'),
  installation: t('orders.installation'),
  siteTest: t('orders.siteTest'),
  training: t('orders.training'),
}

export const stepTones: Readonly<Record<StepState, Tone | 'plain'>> = {
  done: 'ok',
  leftOut: 'unk',
  late: 'bad',
  next: 'info',
  later: 'plain',
}

/** The present day as steps are planned by. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
