import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import type { OwnControlProps } from '../../../resource/form/own-control.ts'
import { OptionCombobox } from '../../../ui/option-combobox.tsx'
import { useRuleTags } from './use-rule-tags.ts'

/** Chooses a machine type from those that machines have; one that is stored stays, whether or not a machine has it. */
export function MachineTypeControl({ values, value: held, required, faulty, attributes, ...props }: OwnControlProps) {
  const value = typeof held === 'string' ? held : ''
  const { data } = useRuleTags(values)
  const options = useMemo(
    () =>
      (data?.types ?? []).map(({ type, machines }) => {
        return { value: type, label: type, sublabel: t('alarms.machinesOfType', { count: machines }) }
      }),
    [data],
  )
  const isUnknown = data !== undefined && value !== '' && !options.some((option) => option.value === value)
  return (
    <>
      <OptionCombobox
        onChange={props.onChange}
        onBlur={props.onBlur}
        inputRef={props.inputRef}
        disabled={props.disabled}
        value={value}
        attributes={{ ...attributes }}
        clearable={!required}
        placeholder={t('resource.typeToFind')}
        inputClassName={inputClasses(faulty)}
        options={options}
        chosen={value === '' ? undefined : { value, label: value }}
      />
      {isUnknown && <p className="mt-1 text-12 text-text-2">{t('alarms.noMachineOfTheType')}</p>}
    </>
  )
}
