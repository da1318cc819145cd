import { tagDataTypes, tagRoles } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { TrashIcon } from '../../../ui/tool-icons.tsx'
import type { EntryDraft } from './entry-draft.ts'

interface EntryRowProps {
  draft: EntryDraft
  faultOf: (field: keyof EntryDraft) => string | undefined
  onChange: (part: Partial<EntryDraft>) => void
  onRemove: () => void
}

const control =
  'h-8 w-full min-w-0 rounded-control border bg-surface px-2 text-13 text-text hover:border-text-2 focus:border-focus ' +
  'focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

/** One entry: what is read and what it becomes. Settings that are needed less often are below it. */
export function EntryRow({ draft, faultOf, onChange, onRemove }: EntryRowProps) {
  const more = useId()
  const hidden = ['deadband', 'rolloverAt', 'valueMap'] as const
  const [isOpen, setIsOpen] = useState(draft.valueMap !== '' || draft.rolloverAt !== '')
  const isShown = isOpen || hidden.some((field) => faultOf(field) !== undefined)
  const field = (name: keyof EntryDraft, label: string, hint?: string) => (
    <Text {...{ draft, name, label, hint, onChange }} fault={faultOf(name)} />
  )
  const Arrow = isShown ? ChevronDownIcon : ChevronRightIcon
  return (
    <li className="border-t border-line px-4 py-3">
      <fieldset className="grid grid-cols-[minmax(0,2.2fr)_minmax(0,1.8fr)_repeat(2,minmax(92px,1fr))_repeat(3,minmax(56px,0.6fr))] items-start gap-2 max-xl:grid-cols-4 max-md:grid-cols-2">
        <legend className="sr-only">{draft.canonicalTag || t('telemetry.newEntry')}</legend>
        {field('address', t('telemetry.address'))}
        {field('canonicalTag', t('telemetry.tag'))}
        <Choice
          label={t('telemetry.role')}
          value={draft.role}
          options={tagRoles}
          labelOf={(role) => t(`telemetry.role.${role}`)}
          onChange={(role) => onChange({ role })}
        />
        <Choice
          label={t('telemetry.type')}
          value={draft.dataType}
          options={tagDataTypes}
          labelOf={(dataType) => t(`telemetry.dataType.${dataType}`)}
          onChange={(dataType) => onChange({ dataType })}
        />
        {field('unit', t('telemetry.unit'))}
        {field('scale', t('telemetry.scale'))}
        {field('offset', t('telemetry.offset'))}
      </fieldset>
      <div className="mt-1.5 flex items-center gap-2">
        <Button
          variant="quiet"
          size="dense"
          aria-expanded={isShown}
          aria-controls={more}
          onClick={() => setIsOpen(!isShown)}
        >
          <Arrow size={14} />
          {t('telemetry.deadbandRolloverValues')}
        </Button>
        <Button
          variant="quiet"
          size="dense"
          className="ms-auto"
          data-act="remove"
          aria-label={
            draft.canonicalTag ? t('telemetry.remove', { tag: draft.canonicalTag }) : t('telemetry.removeTheEntry')
          }
          onClick={onRemove}
        >
          <TrashIcon size={14} />
        </Button>
      </div>
      <div id={more} hidden={!isShown} className="mt-1.5">
        {isShown && (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,4fr)] gap-2 max-md:grid-cols-2">
            {field('deadband', t('telemetry.deadband'))}
            {field('rolloverAt', t('telemetry.rolloverAt'), '65536')}
            <div className="max-md:col-span-2">
              {field('valueMap', t('telemetry.valuesAndWhatTheyMean'), '6=Execute, 2=Stopped')}
            </div>
          </div>
        )}
      </div>
    </li>
  )
}

interface TextProps {
  draft: EntryDraft
  name: keyof EntryDraft
  label: string
  hint: string | undefined
  fault: string | undefined
  onChange: (part: Partial<EntryDraft>) => void
}

function Text({ draft, name, label, hint, fault, onChange }: TextProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
      </label>
      <input
        id={id}
        value={draft[name]}
        placeholder={hint}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => onChange({ [name]: event.target.value })}
        className={classNames(control, 'placeholder:text-text-3', fault ? 'border-bad' : 'border-control')}
      />
      {fault && (
        <p id={`${id}-fault`} className="text-12 text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly Value[]
  labelOf: (value: Value) => string
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, labelOf, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option === event.target.value)
          if (chosen) onChange(chosen)
        }}
        className={classNames(control, 'border-control')}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </div>
  )
}
