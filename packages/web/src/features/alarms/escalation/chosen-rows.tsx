import { t } from '@packhouse/messages'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { useOption } from '../../../resource/use-choices.ts'
import { Button } from '../../../ui/button.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'

type Chosen = 'user' | 'onCallSchedule'

export interface ChosenRowsProps {
  of: Chosen
  /** What the field and its list are called. */
  label: string
  ids: readonly string[]
  disabled: boolean
  onChange: (ids: string[]) => void
}

/** Several people or schedules: those chosen, and a field that adds one. */
export function ChosenRows({ of, label, ids, disabled, onChange }: ChosenRowsProps) {
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="text-12 font-[550] text-text-2">
        {label}
      </p>
      {ids.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {ids.map((id) => (
            <li key={id} className="inline-flex items-center gap-1 rounded-control border border-line-2 ps-2 text-13">
              <RowName of={of} id={id} />
              <Button
                size="dense"
                variant="quiet"
                disabled={disabled}
                aria-label={t('escalation.removeFrom', { list: label })}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              >
                <CrossIcon size={12} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddRow of={of} label={label} without={ids} disabled={disabled} onAdd={(id) => onChange([...ids, id])} />
    </div>
  )
}

interface AddRowProps {
  of: Chosen
  label: string
  without: readonly string[]
  disabled: boolean
  onAdd: (id: string) => void
}

export function AddRow({ of, label, without, disabled, onAdd }: AddRowProps) {
  return (
    <ChoiceCombobox
      // Empties the field after a choice: the chosen one is in the list.
      key={without.length}
      source={{ resource: declared(of), by: 'id' }}
      without={new Set(without)}
      value=""
      onChange={() => undefined}
      onPick={({ value }) => onAdd(value)}
      placeholder={t('escalation.add')}
      disabled={disabled}
      clearable={false}
      attributes={{ 'aria-label': label }}
      inputClassName={inputClasses(false)}
    />
  )
}

/** The name of a person or a schedule by its id. */
export function RowName({ of, id }: { of: Chosen; id: string }) {
  const { option, isLoading } = useOption({ resource: declared(of), by: 'id' }, id)
  return <bdi>{option?.label ?? (isLoading ? '…' : t('escalation.gone'))}</bdi>
}
