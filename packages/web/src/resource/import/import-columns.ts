import {
  codeField,
  type Field,
  fieldsByHeading,
  plainWord,
  type Resource,
  resources,
  uniqueKeys,
  writable,
} from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { type ParentMount, parentFields, resourceNamed } from '../registry.ts'
import { choiceWord, fieldOf, type ResourceView } from '../view.ts'

/** A column that a file may have. */
export interface ImportColumn {
  name: string
  label: string
  /** What a file calls it: the label, or the name where the label is not enough to find the field. */
  heading: string
  /** Required for every new row. */
  needed: boolean
  /** What its cells contain. */
  content: string
}

/**
 * The columns people fill in; below a parent its own are known.
 * @param view has the words of choices that the import knows beside those of the declaration
 */
export function importColumns(
  resource: Resource,
  mount: ParentMount | undefined,
  view: ResourceView = {},
): ImportColumn[] {
  const ofParent = parentFields(resource, mount)
  // The server knows headings in English too: a label may be that of another field there.
  const { fields } = resources.find(({ name }) => name === resource.name) ?? resource
  const known = fieldsByHeading(fields, inLanguage)
  return Object.entries(writable(resource.fields, true)).flatMap(([name, field]) => {
    // No file has secrets.
    if (ofParent.includes(name) || field.secret) return []
    const { label } = field
    const heading = known.get(plainWord(label)) === name ? label : name
    return [{ name, label, heading, needed: field.required && !('fallback' in field), content: contentOf(field, view) }]
  })
}

/** What a column is called on the screen. Of one that is no field there is only its name. */
export function labelOfColumn(resource: Resource, name: string): string {
  return fieldOf(resource, name)?.label ?? (name === 'id' ? t('resource.idColumn') : name)
}

/** The fields by which a line without an id finds its row; undefined where only the id identifies a row. */
export function keyFields(resource: Resource): string[] | undefined {
  const whole = uniqueKeys(resource).find(({ fields, emptyIsValue }) => {
    return fields.every((name) => emptyIsValue || resource.fields[name]?.required)
  })
  return whole?.fields
}

function contentOf(field: Field, view: ResourceView): string {
  const content = kindWords(field, view)
  return field.help === undefined || field.kind === 'reference' ? content : `${content}. ${field.help}`
}

function kindWords({ kind, choices = [], refersTo, unit }: Field, view: ResourceView): string {
  switch (kind) {
    case 'boolean':
      return t('resource.yesOrNo')
    case 'choice':
      return t('resource.oneOf', { choices: choices.map((choice) => choiceWord(view, choice)).join(', ') })
    case 'date':
      return t('resource.aDateSuchAs202611')
    case 'time':
      return t('resource.aTimeSuchAs202611')
    case 'integer':
      return unit === undefined ? t('resource.aWholeNumber') : t('resource.aWholeNumberIn', { unit })
    case 'decimal':
      return unit === undefined
        ? t('resource.aNumberWithADecimalPoint')
        : t('resource.aNumberWithADecimalPointIn', { unit })
    case 'list':
      return t('resource.severalTextsSeparatedBySemicolons')
    case 'email':
      return t('resource.anEmailAddress')
    case 'url':
      return t('resource.anAddressThatStartsWithHttps')
    case 'reference':
      return referenceWords(refersTo ?? '')
    default:
      return t('resource.text')
  }
}

/** Rows are found by their name, and by their code where they have one. */
function referenceWords(name: string): string {
  const target = resourceNamed(name)
  if (!target) return t('resource.theIdOf', { noun: name })
  const [noun] = target.noun
  const code = codeField(target)
  if (code === undefined) return t('resource.theNameOrIdOf', { noun })
  const label = target.fields[code]?.label ?? code
  return code === target.label ? t('resource.theOf', { label, noun }) : t('resource.theNameOrOf', { label, noun })
}
