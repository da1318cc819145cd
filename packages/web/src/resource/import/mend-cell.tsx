import type { Field, ImportLine, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Option } from '../../ui/option-combobox.tsx'
import { ChoiceCombobox } from '../choice-combobox.tsx'
import type { ParentMount } from '../registry.ts'
import { type ChoiceSource, choiceSource, useChoices } from '../use-choices.ts'
import { choiceWord, fieldOf, labelOfField, type ResourceView } from '../view.ts'
import { nearestOption } from './nearest-option.ts'

export interface MendCellProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  name: string
  line: ImportLine
  /** The text that takes the place of that in the file; undefined where nobody has changed it. */
  mended: string | undefined
  onChange: (text: string) => void
}

/** One cell of a faulty row: its text to be changed, or a choice, and what is wrong with it until it is changed. */
export function MendCell(props: MendCellProps) {
  const { resource, name, line, mended } = props
  const id = useId()
  const inFile = line.cells?.[name] ?? ''
  const text = mended ?? inFile
  const faults = line.errors.filter(({ path }) => path === name)
  // What was changed since the check is not known to be wrong.
  const isFaulty = faults.length > 0 && text === inFile
  const label = labelOfField(resource, name)
  const attributes = {
    'aria-label': t('resource.fieldInLine', { label, line: line.line }),
    'aria-invalid': isFaulty || undefined,
    'aria-describedby': isFaulty ? `${id}-fault` : undefined,
  }
  return (
    // A phone has no room for what is not wrong.
    <div className={classNames('grid gap-1', faults.length === 0 && 'max-md:hidden')}>
      <span aria-hidden="true" className="text-12 font-[550] text-text-2 md:hidden">
        {label}
      </span>
      <CellControl
        {...props}
        text={text}
        isFromFile={text === inFile}
        attributes={attributes}
        className={classesOf(isFaulty, text !== inFile)}
      />
      {isFaulty && (
        <div id={`${id}-fault`} className="grid gap-1 text-12 text-bad">
          {faults.map(({ message }) => (
            <p key={message} className="break-words">
              {message}
            </p>
          ))}
        </div>
      )}
      {isFaulty && <Nearest {...props} text={text} />}
    </div>
  )
}

interface ControlProps extends MendCellProps {
  text: string
  /** Whether it is what the file has, which may be no choice. */
  isFromFile: boolean
  attributes: Record<string, unknown>
  className: string
}

function CellControl({ resource, view, name, text, isFromFile, attributes, className, onChange }: ControlProps) {
  const source = choiceSource(resource, name)
  const field = fieldOf(resource, name)
  const options = field && fixedOptions(field, view)
  if (source) {
    return (
      <ChoiceCombobox
        source={source}
        // The refused value is no choice: Enter would take it again.
        shown={isFromFile && text !== '' ? { value: text, label: text } : undefined}
        value={text}
        onChange={onChange}
        attributes={attributes}
        inputClassName={className}
      />
    )
  }
  if (options) {
    const isKnown = options.some(({ value }) => value === text)
    return (
      <select {...attributes} value={text} onChange={(event) => onChange(event.target.value)} className={className}>
        {!isKnown && <option value={text}>{text}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...attributes}
      value={text}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      className={className}
    />
  )
}

/** The choice that is most like what the file has, to take it with one press. */
function Nearest(props: MendCellProps & { text: string }) {
  const source = choiceSource(props.resource, props.name)
  return source && props.text !== '' ? <NearestOf {...props} source={source} /> : null
}

function NearestOf({ text, source, onChange }: MendCellProps & { text: string; source: ChoiceSource }) {
  const { options } = useChoices(source)
  const option = nearestOption(text, options)
  if (!option) return null
  return (
    <Button size="dense" className="justify-self-start" onClick={() => onChange(option.value)}>
      {t('resource.takeInstead', { name: option.label })}
    </Button>
  )
}

function fixedOptions(field: Field, view: ResourceView): Option[] | undefined {
  if (field.kind === 'boolean') {
    return [
      { value: 'true', label: t('general.yes') },
      { value: 'false', label: t('resource.no') },
    ]
  }
  const none = field.required ? [] : [{ value: '', label: t('resource.notSet') }]
  return field.choices && [...none, ...field.choices.map((value) => ({ value, label: choiceWord(view, value) }))]
}

function classesOf(isFaulty: boolean, isChanged: boolean): string {
  return classNames(
    'h-8 w-full min-w-0 rounded-control border bg-surface px-2 text-13 text-text hover:border-text-2 focus:border-focus ' +
      'focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16',
    isFaulty ? 'border-bad' : isChanged ? 'border-kraft bg-kraft-soft' : 'border-control',
  )
}
