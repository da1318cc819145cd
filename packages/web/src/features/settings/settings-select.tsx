import { declared, t } from '@packhouse/messages'
import { useId } from 'react'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import type { Choice, ChoiceGroup } from './language-choices.ts'
import type { Saving } from './use-saving.ts'

export interface SettingsSelectProps {
  name: string
  label: string
  saving: Saving
  defaultValue: string
  /** What an empty choice means. */
  none: string
  options: readonly (Choice | ChoiceGroup)[]
  help?: string
  onChoose?: () => void
}

/** A choice from a list in a form of the settings, with what the server found wrong in it. */
export function SettingsSelect({
  name,
  label,
  saving,
  defaultValue,
  none,
  options,
  help,
  onChoose,
}: SettingsSelectProps) {
  const id = useId()
  const fault = saving.fault(name)
  const describedBy = fault !== undefined ? `${id}-fault` : help !== undefined ? `${id}-help` : undefined
  return (
    <div className="grid gap-[5px]">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          name={name}
          // A choice that came from the server is the one of the form from then on.
          key={defaultValue}
          defaultValue={defaultValue}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy}
          onChange={onChoose}
          className="h-9 w-full appearance-none rounded-control border border-control bg-surface pe-8 ps-[11px] text-14 text-text hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus aria-invalid:border-bad max-md:h-11 max-md:text-16"
        >
          <option value="">{none}</option>
          {options.map((option) =>
            'choices' in option ? (
              <optgroup key={option.label} label={option.label}>
                {option.choices.map(toOption)}
              </optgroup>
            ) : (
              toOption(option)
            ),
          )}
        </select>
        <ChevronDownIcon
          size={14}
          className="pointer-events-none absolute top-1/2 end-2.5 -translate-y-1/2 text-text-3"
        />
      </span>
      {help !== undefined && fault === undefined && (
        <span id={`${id}-help`} className="text-12 text-text-2">
          {help}
        </span>
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} className="text-12 text-bad">
          {t('settings.fieldFault', { field: label, fault: declared(fault) })}
        </span>
      )}
    </div>
  )
}

function toOption({ value, label }: Choice) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}
