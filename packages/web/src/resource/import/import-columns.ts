import { codeField, type Field, type Resource, uniqueKeys, writable } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ParentMount, parentFields, resourceNamed } from '../registry.ts'

/** A column that a file may have. */
export interface ImportColumn {
  name: string
  label: string
  /** Required for every new row. */
  needed: boolean
  /** What its cells contain. */
  content: string
}

/** The columns people fill in; below a parent its own are known. */
export function importColumns(resource: Resource, mount: ParentMount | undefined): ImportColumn[] {
  const ofParent = parentFields(resource, mount)
  return Object.entries(writable(resource.fields, true)).flatMap(([name, field]) =>
    ofParent.includes(name)
      ? []
      : [{ name, label: field.label, needed: field.required && !('fallback' in field), content: contentOf(field) }],
  )
}

/** The fields by which a line without an id finds its row; undefined where only the id identifies a row. */
export function keyFields(resource: Resource): string[] | undefined {
  const whole = uniqueKeys(resource).find(({ fields, emptyIsValue }) => {
    return fields.every((name) => emptyIsValue || resource.fields[name]?.required)
  })
  return whole?.fields
}

function contentOf(field: Field): string {
  const content = kindWords(field)
  return field.help === undefined || field.kind === 'reference' ? content : `${content}. ${field.help}`
}

function kindWords({ kind, choices, refersTo, unit }: Field): string {
  switch (kind) {
    case 'boolean':
      return t('resource.trueOrFalse')
    case 'choice':
      return t('resource.oneOf', { choices: choices?.join(', ') ?? '' })
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

/** Rows are named by their code where they have one. */
function referenceWords(name: string): string {
  const target = resourceNamed(name)
  const code = target && codeField(target)
  if (!target || code === undefined) return t('resource.theIdOf', { noun: target?.noun[0] ?? name })
  const label = target.fields[code]?.label ?? code
  return t('resource.theOf', { label, noun: target.noun[0] })
}
