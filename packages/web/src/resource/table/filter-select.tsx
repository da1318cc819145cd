import { t } from '@packhouse/messages'
import { classNames } from '../../ui/class-names.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import type { Option } from '../../ui/option-combobox.tsx'
import { chosenClasses, denseClasses } from './filter-control.tsx'

interface FilterSelectProps {
  label: string
  options: readonly Option[]
  /** Empty: all. */
  value: string
  onChange: (value: string) => void
}

/** A filter by one of a few values, in the looks of the filters of a list. */
export function FilterSelect({ label, options, value, onChange }: FilterSelectProps) {
  return (
    <span className="relative block">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(denseClasses, 'appearance-none truncate pe-7', value !== '' && chosenClasses)}
      >
        <option value="">{t('resource.all', { label })}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {label}: {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={14} className="pointer-events-none absolute top-1/2 end-2 -mt-[7px] text-text-2" />
    </span>
  )
}
