import type { EscalationStep } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSaveRow } from '../use-save-row.ts'
import { StepCard } from './step-card.tsx'

const MOST_STEPS = 10

type Draft = EscalationStep & { key: number }

let lastKey = 0
const withKey = (step: EscalationStep): Draft => {
  lastKey += 1
  return { ...step, key: lastKey }
}

/** The steps of a policy, in their order, with the minutes from the alarm on. */
export function StepsTab({ row }: { row: ResourceRow }) {
  const stored = row.steps as EscalationStep[]
  const [draft, setDraft] = useState<Draft[]>()
  const steps = draft ?? stored.map((step, place) => ({ ...step, key: -place }))
  const { allowed, save, isSaving } = useSaveRow(declared('escalationPolicy'), row, () => setDraft(undefined))
  const faulty = steps.findIndex(
    ({ userIds, scheduleIds, push, mail }) => userIds.length + scheduleIds.length === 0 || !(push || mail),
  )
  const change = (place: number, next: Partial<EscalationStep>) =>
    setDraft(steps.map((step, other) => (other === place ? { ...step, ...next } : step)))
  const add = () => {
    const afterMinutes = steps.length === 0 ? 0 : 10
    setDraft([...steps, withKey({ afterMinutes, userIds: [], scheduleIds: [], push: true, mail: true })])
  }
  return (
    <div className="grid gap-3 text-13">
      <p className="text-text-2">{t('escalation.stepsAre')}</p>
      <ol className="grid gap-3">
        {steps.map((step, place) => (
          <StepCard
            key={step.key}
            number={place + 1}
            step={step}
            minutesFromAlarm={sumOf(steps.slice(0, place + 1))}
            disabled={!allowed}
            onChange={(next) => change(place, next)}
            onRemove={() => setDraft(steps.filter((_, other) => other !== place))}
          />
        ))}
      </ol>
      {steps.length === 0 && <Alert tone="info">{t('escalation.noSteps')}</Alert>}
      {draft && faulty >= 0 && <Alert tone="bad">{t('escalation.stepIsIncomplete', { number: faulty + 1 })}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!allowed || steps.length >= MOST_STEPS} onClick={add}>
          {t('escalation.addStep')}
        </Button>
        {draft && (
          <>
            <Button
              variant="primary"
              busy={isSaving}
              disabled={faulty >= 0}
              onClick={() => save({ steps: draft.map(({ key: _, ...step }) => step) })}
            >
              {t('escalation.saveSteps')}
            </Button>
            <Button variant="quiet" onClick={() => setDraft(undefined)}>
              {t('escalation.discard')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function sumOf(steps: readonly EscalationStep[]): number {
  return steps.reduce((sum, { afterMinutes }) => sum + afterMinutes, 0)
}
