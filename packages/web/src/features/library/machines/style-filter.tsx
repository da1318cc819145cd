import { t } from '@packhouse/messages'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { declared } from '../../../resource/registry.ts'
import { UnknownIcon } from '../../../ui/unknown-icon.tsx'
import { FilterGroup } from './filter-group.tsx'

export interface StyleFilterProps {
  chosen: string
  /** Machines in the list of which it is unknown. */
  unknown: number
  onChange: (values: string[]) => void
}

const inputClasses =
  'h-[30px] w-full rounded-control border border-control bg-surface ps-[9px] text-13 placeholder:text-text-3 ' +
  'hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

/** Machines that can make a packaging style. Unknown is not no: such machines stay, and are counted. */
export function StyleFilter({ chosen, unknown, onChange }: StyleFilterProps) {
  return (
    <FilterGroup title={t('library.fitsTheStyle')}>
      <ChoiceCombobox
        source={{ resource: declared('packagingStyle'), by: 'id' }}
        value={chosen}
        onChange={(id) => onChange(id === '' ? [] : [id])}
        placeholder={t('library.anyStyle')}
        attributes={{ 'aria-label': t('library.fitsTheStyle') }}
        inputClassName={inputClasses}
      />
      {chosen !== '' && (
        <p role="status" className="mt-1.5 flex gap-1.5 text-12 text-text-3">
          <UnknownIcon size={12} className="mt-0.5" />
          {t('library.unknownStay', { count: unknown })}
        </p>
      )}
    </FilterGroup>
  )
}
