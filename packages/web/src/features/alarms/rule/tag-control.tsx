import type { AlarmRuleTag } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo, useState } from 'react'
import { formatReading } from '../../../lib/format/numbers.ts'
import { plainText } from '../../../lib/format/plain-text.ts'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import type { OwnControlProps } from '../../../resource/form/own-control.ts'
import { type Option, OptionCombobox } from '../../../ui/option-combobox.tsx'
import { useRuleTags } from './use-rule-tags.ts'

/** Chooses a tag from those that the machines of the rule have reported; another one can be typed. */
export function TagControl({ values, value: held, required, faulty, attributes, ...props }: OwnControlProps) {
  const value = typeof held === 'string' ? held : ''
  const [typed, setTyped] = useState('')
  const { data } = useRuleTags(values)
  const tags = useMemo(() => (data?.tags ?? []).map(toOption), [data])
  const search = plainText(typed.trim())
  const found = tags.filter(({ label, sublabel }) => plainText(`${label} ${sublabel}`).includes(search))
  const isNew = typed.trim() !== '' && tags.every((tag) => tag.value !== typed.trim())
  const own: Option = { value: typed.trim(), label: typed.trim(), sublabel: t('alarms.notReportedYet') }
  const chosen = data?.tags.find(({ tag }) => tag === value)
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
        options={isNew ? [...found, own] : found}
        chosen={value === '' ? undefined : { value, label: value }}
        remote={{ onType: setTyped, isSearching: false, isFirst: false }}
      />
      {data !== undefined && value !== '' && (
        <p className="mt-1 text-12 text-text-2">
          {chosen === undefined
            ? t('alarms.noMachineReportsIt', { count: data.machines })
            : t('alarms.newestValueOn', {
                value: valueWords(chosen),
                machineID: chosen.machineID,
                count: chosen.machines,
                all: data.machines,
              })}
        </p>
      )}
    </>
  )
}

function toOption(tag: AlarmRuleTag): Option {
  return {
    value: tag.tag,
    label: tag.tag,
    sublabel: t('alarms.valueOnMachines', { value: valueWords(tag), count: tag.machines }),
  }
}

function valueWords({ value, unit }: AlarmRuleTag): string {
  const number = Number(value)
  const text =
    // Digits that a number would lose are shown as they came.
    value === null || String(number) !== value ? formatReading(value) : formatReading(number)
  return unit === null || value === null ? text : `${text} ${unit}`
}
