import { settingOf } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { offeredLanguages } from '../../../lib/language/page-language.ts'
import { Segments } from '../../../ui/segments.tsx'
import { type Choice, languageName, zoneChoices } from '../language-choices.ts'
import { ChoicesControl } from './choices-control.tsx'
import { ColourControl } from './colour-control.tsx'
import { fieldAttributes, type SettingControlProps, textOf } from './control-parts.ts'
import { PictureControl } from './picture-control.tsx'
import { SecretControl } from './secret-control.tsx'
import { labelOf, optionsOf } from './setting-words.ts'

/** The control that fits the kind of a setting. */
export function SettingControl(props: SettingControlProps) {
  switch (settingOf(props.state.key).kind) {
    case 'choice':
      return <ChoiceControl {...props} />
    case 'choices':
      return <ChoicesControl {...props} />
    case 'colour':
      return <ColourControl {...props} />
    case 'picture':
      return <PictureControl {...props} />
    case 'secret':
      return <SecretControl {...props} />
    case 'language':
      return <ListControl {...props} options={offeredLanguages.map(toLanguage)} />
    case 'timeZone':
      return <ListControl {...props} options={zoneChoices(textOf(props))} />
    default:
      return <TextControl {...props} />
  }
}

function toLanguage(value: string): Choice {
  return { value, label: languageName(value) }
}

function TextControl(props: SettingControlProps) {
  const { state, onType } = props
  const { kind, unit } = settingOf(state.key)
  const attributes = {
    ...fieldAttributes(props),
    value: textOf(props),
  }
  if (kind === 'multiline') {
    return (
      <textarea
        {...attributes}
        rows={3}
        className={`${attributes.className} h-auto! py-2`}
        onChange={(event) => onType(event.target.value)}
      />
    )
  }
  if (kind === 'text')
    return <input {...attributes} autoComplete="off" onChange={(event) => onType(event.target.value)} />
  return (
    <span className="flex items-center gap-2.5">
      <input
        {...attributes}
        inputMode="numeric"
        autoComplete="off"
        className={`${attributes.className} w-32! tabular-nums`}
        onChange={(event) => onType(event.target.value)}
      />
      {unit !== undefined && <span className="text-text-2">{declared(unit)}</span>}
    </span>
  )
}

/** So many choices stand side by side. */
const MOST_SEGMENTS = 3

function ChoiceControl(props: SettingControlProps) {
  const options = optionsOf(props.state.key)
  if (options.length > MOST_SEGMENTS) return <ListControl {...props} options={options} />
  return (
    <div className="min-w-0">
      <Segments label={labelOf(props.state.key)} options={options} value={textOf(props)} onValueChange={props.onType} />
    </div>
  )
}

function ListControl(props: SettingControlProps & { options: readonly Choice[] }) {
  return (
    <select
      {...fieldAttributes(props)}
      aria-label={labelOf(props.state.key)}
      value={textOf(props)}
      onChange={(event) => props.onType(event.target.value)}
    >
      {props.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
