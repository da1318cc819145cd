import { type OrderStepName, orderedMachines, stepsOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dayWords } from '../../entities/order/order-steps.tsx'
import { stepStatesOf } from '../../entities/order/step-states.ts'
import { stepTones, stepWords, today } from '../../entities/order/step-words.ts'
import { callApi } from '../../lib/api-client.ts'
import type { ResourceRow } from '../../resource/registry.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { useOrdered, useWork } from './use-ordered.ts'

/** The steps from the order to the running machine; each is marked as done today with one press. Other days are in the form. */
export function PlanTab({ row }: { row: ResourceRow }) {
  const ordered = useOrdered(row)
  const { isBusy, run } = useWork()
  const mayChange = usePermission(orderedMachines.calls.update).allowed
  const steps = stepsOf(ordered)
  const states = stepStatesOf(steps, today())
  const mark = (step: OrderStepName) =>
    run(async () => {
      const body = { rowVersion: ordered.rowVersion, [`${step}Done`]: today() }
      await callApi(orderedMachines.calls.update, { params: { id: ordered.id }, body })
      return t('orders.marked', { step: stepWords[step] })
    })
  return (
    <ol aria-label={t('orders.plan')} className="grid text-13">
      {steps.map((step, place) => {
        const state = states[place] ?? 'later'
        return (
          <li
            key={step.step}
            className="flex min-h-12 flex-wrap items-center gap-3 border-b border-line py-2 last:border-b-0"
          >
            <span className="grid flex-1 gap-1">
              <span>
                <Badge tone={stepTones[state]}>{stepWords[step.step]}</Badge>
              </span>
              <span className="text-text-2">{dayWords(step, state)}</span>
            </span>
            {step.step === 'factoryTest' && (
              <AppLink
                href={`/ordered-machines/${ordered.id}/acceptance-tests`}
                className={buttonClasses('standard', 'dense')}
              >
                {t('orders.factoryTestProtocol')}
              </AppLink>
            )}
            {mayChange && step.doneOn === null && state !== 'leftOut' && (
              <Button
                size="dense"
                busy={isBusy}
                aria-label={t('orders.markStep', { step: stepWords[step.step] })}
                onClick={() => void mark(step.step)}
              >
                {t('orders.doneToday')}
              </Button>
            )}
          </li>
        )
      })}
    </ol>
  )
}
