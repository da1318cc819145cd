import { t } from '@packhouse/messages'
import { CrossIcon } from '../../ui/icons.tsx'
import { ChoiceCombobox } from '../choice-combobox.tsx'
import { textsOf } from '../form-values.ts'
import { type ChoiceSource, useOption } from '../use-choices.ts'
import type { FieldControlProps } from './field-control.tsx'
import { inputClasses } from './field-frame.tsx'

/** Rows by their names, each of which can be removed; what is chosen below them is added. */
export function ReferencesControl({ source, control, attributes, faulty, disabled }: FieldControlProps) {
  const chosen = textsOf(control.value)
  return (
    <div className="grid gap-1.5">
      <ul className="flex flex-wrap gap-1 empty:hidden">
        {chosen.map((id) => (
          <Chosen
            key={id}
            source={source ?? undefined}
            id={id}
            onRemove={() => control.onChange(chosen.filter((other) => other !== id))}
          />
        ))}
      </ul>
      <ChoiceCombobox
        source={source ?? undefined}
        without={new Set(chosen)}
        value=""
        onChange={(id) => id !== '' && control.onChange([...chosen, id])}
        onBlur={control.onBlur}
        inputRef={control.ref}
        attributes={{ ...attributes }}
        clearable={false}
        placeholder={t('resource.typeToFind')}
        disabled={disabled || !source}
        inputClassName={inputClasses(faulty)}
      />
    </div>
  )
}

function Chosen({ source, id, onRemove }: { source: ChoiceSource | undefined; id: string; onRemove: () => void }) {
  const { option } = useOption(source, id)
  const name = option?.label ?? id
  return (
    <li className="inline-flex h-6 items-center gap-1 rounded-state bg-surface-3 ps-2 text-13">
      <bdi>{name}</bdi>
      <button
        type="button"
        aria-label={t('resource.removeText', { text: name })}
        className="grid size-6 place-items-center text-text-2 hover:text-text max-md:size-11"
        onClick={onRemove}
      >
        <CrossIcon size={12} />
      </button>
    </li>
  )
}
