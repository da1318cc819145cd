import type { EscalationStep } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ChosenRows } from './chosen-rows.tsx'

export interface StepCardProps {
  number: number
  step: EscalationStep
  minutesFromAlarm: number
  disabled: boolean
  onChange: (next: Partial<EscalationStep>) => void
  onRemove: () => void
}

const ways = [
  { name: 'push', label: t('escalation.push') },
  { name: 'mail', label: t('escalation.mail') },
] as const

/** One step: when, whom, and by which ways. */
export function StepCard({ number, step, minutesFromAlarm, disabled, onChange, onRemove }: StepCardProps) {
  const toMinutes = (text: string) => Math.min(1_440, Math.max(0, Math.trunc(Number(text)) || 0))
  return (
    <li className="grid gap-2.5 rounded-panel border border-line p-3">
      <div className="flex items-center gap-2">
        <h3 className="me-auto text-13 font-semibold">
          {t('escalation.stepAt', { number, minutes: minutesFromAlarm })}
        </h3>
        <Button
          size="dense"
          variant="quiet"
          disabled={disabled}
          aria-label={t('escalation.removeStep', { number })}
          onClick={onRemove}
        >
          {t('escalation.remove')}
        </Button>
      </div>
      <TextField
        label={number === 1 ? t('escalation.minutesAfterAlarm') : t('escalation.minutesAfterStep')}
        type="number"
        min={0}
        max={1_440}
        value={step.afterMinutes}
        disabled={disabled}
        onChange={({ target }) => onChange({ afterMinutes: toMinutes(target.value) })}
      />
      <ChosenRows
        of="user"
        label={t('escalation.people')}
        ids={step.userIds}
        disabled={disabled}
        onChange={(userIds) => onChange({ userIds })}
      />
      <ChosenRows
        of="onCallSchedule"
        label={t('escalation.schedules')}
        ids={step.scheduleIds}
        disabled={disabled}
        onChange={(scheduleIds) => onChange({ scheduleIds })}
      />
      <div className="flex flex-wrap gap-x-5">
        {ways.map(({ name, label }) => (
          <label key={name} className="flex items-center gap-2 max-md:min-h-11">
            <input
              type="checkbox"
              checked={step[name]}
              disabled={disabled}
              onChange={({ target }) => onChange({ [name]: target.checked })}
              className="size-4 shrink-0 accent-action"
            />
            {label}
          </label>
        ))}
      </div>
    </li>
  )
}
