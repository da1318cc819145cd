import { type TagSource, tagDataTypes, tagRoles } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { memo, useId, useState } from 'react'
import { DASH } from '../../../lib/format/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { TrashIcon } from '../../../ui/tool-icons.tsx'
import type { EntryDraft, TextOfDraft } from './entry-draft.ts'
import { ValueMap } from './value-map.tsx'

interface EntryRowProps {
  draft: EntryDraft
  /** Where the addresses of its map come from. */
  source: TagSource
  /** What the shown message has at its address; undefined where it has nothing. */
  sample: string | undefined
  /** Of the whole map, by place and field. */
  faults: Readonly<Record<string, string>>
  place: number
  onChange: (part: Partial<EntryDraft>) => void
  onRemove: () => void
}

/** The columns of an entry, and of the heads above them. */
export const entryColumns =
  'grid grid-cols-[minmax(0,2.2fr)_minmax(48px,0.9fr)_minmax(0,1.8fr)_repeat(2,minmax(92px,1fr))_repeat(3,minmax(48px,0.6fr))_76px] max-xl:grid-cols-4 max-md:grid-cols-2'

const control =
  'h-8 w-full min-w-0 rounded-control border bg-surface px-2 text-13 text-text hover:border-text-2 focus:border-focus ' +
  'focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

const labelClasses = 'text-12 font-[550] text-text-2'

/** The fields whose labels are the heads of the columns on a wide screen. */
const inColumns: ReadonlySet<string> = new Set(['address', 'canonicalTag', 'unit', 'scale', 'offset'])

/** One entry: what is read and what it becomes. Settings that are needed less often are below it. */
export const EntryRow = memo(DrawnEntry, (before, now) => {
  // What it calls acts on the map as it is by then. Hundreds of rows stay as they are while one is typed in.
  const { draft, source, sample, faults, place } = now
  const isSame = before.draft === draft && before.source === source && before.sample === sample
  return isSame && before.faults === faults && before.place === place
})

function DrawnEntry({ draft, source, sample, faults, place, onChange, onRemove }: EntryRowProps) {
  const faultOf = (field: keyof EntryDraft) => faults[`${place}.${field}`]
  const more = useId()
  const hidden = ['deadband', 'rolloverAt', 'valueMap', 'writable', 'min', 'max', 'writeTopic', 'writePayload'] as const
  const [isOpen, setIsOpen] = useState(draft.valueMap.length > 0 || draft.rolloverAt !== '' || draft.writable)
  const isShown = isOpen || hidden.some((field) => faultOf(field) !== undefined)
  const field = (name: TextOfDraft, label: string, hint?: string) => (
    <Text {...{ draft, name, label, hint, onChange }} inHead={inColumns.has(name)} fault={faultOf(name)} />
  )
  const Arrow = isShown ? ChevronDownIcon : ChevronRightIcon
  return (
    <li className="border-t border-line px-4 py-2">
      <fieldset className={`${entryColumns} items-start gap-2`}>
        <legend className="sr-only">{draft.canonicalTag || t('telemetry.newEntry')}</legend>
        {field('address', t('telemetry.address'))}
        <div className="grid min-w-0 gap-1">
          <span className="text-12 font-[550] text-text-2 xl:sr-only">{t('telemetry.sample')}</span>
          <bdi className="flex h-8 items-center truncate text-13 tabular-nums text-text-2 max-md:h-11" title={sample}>
            {sample ?? DASH}
          </bdi>
        </div>
        {field('canonicalTag', t('telemetry.tag'))}
        <Choice
          label={t('telemetry.role')}
          inHead
          value={draft.role}
          options={tagRoles}
          labelOf={(role) => t(`telemetry.role.${role}`)}
          onChange={(role) => onChange({ role })}
        />
        <Choice
          label={t('telemetry.type')}
          inHead
          value={draft.dataType}
          options={tagDataTypes}
          labelOf={(dataType) => t(`telemetry.dataType.${dataType}`)}
          onChange={(dataType) => onChange({ dataType })}
        />
        {field('unit', t('telemetry.unit'))}
        {field('scale', t('telemetry.scale'))}
        {field('offset', t('telemetry.offset'))}
        <div className="flex items-center max-xl:col-span-full">
          <Button
            variant="quiet"
            size="dense"
            aria-expanded={isShown}
            aria-controls={more}
            title={t('telemetry.deadbandRolloverValues')}
            onClick={() => setIsOpen(!isShown)}
          >
            <Arrow size={14} />
            <span className="xl:sr-only">{t('telemetry.deadbandRolloverValues')}</span>
          </Button>
          <Button
            variant="quiet"
            size="dense"
            className="max-xl:ms-auto"
            data-act="remove"
            aria-label={
              draft.canonicalTag ? t('telemetry.remove', { tag: draft.canonicalTag }) : t('telemetry.removeTheEntry')
            }
            onClick={onRemove}
          >
            <TrashIcon size={14} />
          </Button>
        </div>
      </fieldset>
      <div id={more} hidden={!isShown} className="mt-1.5">
        {isShown && (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,4fr)] items-start gap-2 max-md:grid-cols-2">
            {field('deadband', t('telemetry.deadband'))}
            {field('rolloverAt', t('telemetry.rolloverAt'), '65536')}
            <div className="max-md:col-span-2">
              <ValueMap draft={draft} fault={faultOf('valueMap')} onChange={onChange} />
            </div>
          </div>
        )}
        {isShown && source !== 'opcua' && (
          <div className="mt-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,3fr)] items-start gap-2 max-md:grid-cols-2">
            <Choice
              label={t('telemetry.mayBeWritten')}
              value={draft.writable ? 'yes' : 'no'}
              options={['no', 'yes']}
              labelOf={(may) => t(`telemetry.mayBeWritten.${may}`)}
              fault={faultOf('writable')}
              onChange={(may) => onChange({ writable: may === 'yes' })}
            />
            {draft.writable && draft.dataType === 'number' && field('min', t('telemetry.leastValue'))}
            {draft.writable && draft.dataType === 'number' && field('max', t('telemetry.greatestValue'))}
            {draft.writable && source === 'json' && (
              <div className="grid gap-2 max-md:col-span-2">
                {field('writeTopic', t('telemetry.topicToWriteTo'), 'packhouse/{machineID}/commands')}
                {field('writePayload', t('telemetry.payloadToWrite'), '{value}')}
              </div>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

interface TextProps {
  draft: EntryDraft
  name: TextOfDraft
  label: string
  hint: string | undefined
  /** Whether a wide screen has its label at the head of its column. */
  inHead: boolean
  fault: string | undefined
  onChange: (part: Partial<EntryDraft>) => void
}

function Text({ draft, name, label, hint, inHead, fault, onChange }: TextProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className={inHead ? `${labelClasses} xl:sr-only` : labelClasses}>
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
  inHead?: boolean
  fault?: string | undefined
  onChange: (value: Value) => void
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, labelOf, inHead = false, fault, onChange } = props
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className={inHead ? `${labelClasses} xl:sr-only` : labelClasses}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => {
          const chosen = options.find((option) => option === event.target.value)
          if (chosen) onChange(chosen)
        }}
        className={classNames(control, fault ? 'border-bad' : 'border-control')}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
      {fault && (
        <p id={`${id}-fault`} className="text-12 text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
