import { t } from '@packhouse/messages'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import type { OwnControlProps } from '../../../resource/form/own-control.ts'
import { Button } from '../../../ui/button.tsx'

const DAYS = [30, 90, 365] as const

/** When a key expires: a moment, or so many days from now. */
export function ExpiryControl({ value, onChange, onBlur, attributes, inputRef, faulty, disabled }: OwnControlProps) {
  return (
    <div className="grid gap-1.5">
      <input
        {...attributes}
        ref={inputRef}
        type="datetime-local"
        value={typeof value === 'string' ? value : ''}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={inputClasses(faulty)}
      />
      {!disabled && (
        <div className="flex flex-wrap gap-1.5">
          {DAYS.map((days) => (
            <Button key={days} size="dense" onClick={() => onChange(endOfDay(days))}>
              {t('people.inDays', { days })}
            </Button>
          ))}
          <Button size="dense" variant="quiet" onClick={() => onChange('')}>
            {t('people.never')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The end of the day so many days ahead on the reader's clock, as the control has it. */
function endOfDay(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T23:59`
}
