import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'
import { DraftInput, DraftSelect } from './draft-field.tsx'
import type { NumberField } from './pair-draft.ts'
import type { PartProps } from './pair-form.tsx'
import { useMachineOptions } from './use-pair-choices.ts'

const spans: readonly { from: NumberField; to: NumberField; words: () => [string, string] }[] = [
  { from: 'speedMin', to: 'speedMax', words: () => [t('matrix.speedFrom'), t('matrix.speedTo')] },
  { from: 'lengthMin', to: 'lengthMax', words: () => [t('matrix.lengthFrom'), t('matrix.lengthTo')] },
  { from: 'widthMin', to: 'widthMax', words: () => [t('matrix.widthFrom'), t('matrix.widthTo')] },
  { from: 'heightMin', to: 'heightMax', words: () => [t('matrix.heightFrom'), t('matrix.heightTo')] },
]

/** Speeds, sizes, tooling and options. */
export function ConditionFields({ draft, onChange, machineId }: PartProps & { machineId: string }) {
  const options = useMachineOptions(machineId)
  return (
    <div className="grid grid-cols-2 gap-x-2.5 gap-y-2">
      {spans.map(({ from, to, words }) => {
        const [fromWord, toWord] = words()
        return [from, to].map((name) => (
          <DraftInput
            key={name}
            kind="number"
            label={name === from ? fromWord : toWord}
            value={draft[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))
      })}
      <DraftInput
        kind="number"
        label={t('matrix.toolingCost')}
        value={draft.toolingCost}
        onChange={(toolingCost) => onChange({ toolingCost })}
      />
      <div className="col-span-2 grid gap-2">
        <OptionChoice
          label={t('matrix.requiredOptions')}
          options={options}
          chosen={draft.required}
          taken={draft.excluded}
          onChange={(required) => onChange({ required })}
        />
        <OptionChoice
          label={t('matrix.excludedOptions')}
          options={options}
          chosen={draft.excluded}
          taken={draft.required}
          onChange={(excluded) => onChange({ excluded })}
        />
      </div>
    </div>
  )
}

interface OptionChoiceProps {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  /** Options that cannot be chosen here, because they are on the other side. */
  taken: readonly string[]
  onChange: (ids: readonly string[]) => void
}

function OptionChoice({ label, options, chosen, taken, onChange }: OptionChoiceProps) {
  const left = options.filter(({ value }) => !chosen.includes(value) && !taken.includes(value))
  return (
    <div className="grid gap-1.5">
      <DraftSelect
        label={label}
        value=""
        empty={options.length === 0 ? t('matrix.machineHasNoOptions') : t('matrix.addOption')}
        options={left}
        onChange={(id) => id !== '' && onChange([...chosen, id])}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((id) => {
            const name = options.find(({ value }) => value === id)?.label ?? id
            return (
              <li key={id} className="flex items-center gap-1 rounded-control bg-surface-3 ps-2 text-12">
                {name}
                <Button
                  variant="quiet"
                  size="dense"
                  aria-label={t('matrix.removeOption', { name })}
                  className="size-6! px-0! max-md:size-11!"
                  onClick={() => onChange(chosen.filter((one) => one !== id))}
                >
                  <CrossIcon size={12} />
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
