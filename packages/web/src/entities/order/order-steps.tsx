import type { OrderStep } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { type StepState, stepStatesOf } from './step-states.ts'
import { stepTones, stepWords, today } from './step-words.ts'

/** The plan of an ordered machine in a row: each step with how far it is. */
export function OrderSteps({ steps }: { steps: readonly OrderStep[] }) {
  const states = stepStatesOf(steps, today())
  return (
    <ol aria-label={t('orders.plan')} className="flex flex-wrap gap-x-4 gap-y-1.5">
      {steps.map((step, place) => {
        const state = states[place] ?? 'later'
        return (
          <li key={step.step} className="flex items-center gap-1.5 text-12">
            <Badge tone={stepTones[state]}>{stepWords[step.step]}</Badge>
            <span className="text-text-2">{dayWords(step, state)}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** When a step was done or is planned, in words. */
export function dayWords({ plannedOn, doneOn }: OrderStep, state: StepState): string {
  if (doneOn !== null) return t('orders.doneOn', { day: formatPlainDate(doneOn) })
  if (state === 'leftOut') return t('orders.leftOut')
  if (plannedOn === null) return t('orders.notPlanned')
  const day = formatPlainDate(plannedOn)
  return state === 'late' ? t('orders.lateSince', { day }) : t('orders.plannedFor', { day })
}
