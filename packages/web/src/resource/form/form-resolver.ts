import { zodResolver } from '@hookform/resolvers/zod'
import type { Field, Fields } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { faultWords, isUnclearHere } from '../../lib/format/decimal-text.ts'
import { type FormValue, type FormValues, fromFormValues } from '../form-values.ts'
import { faultSentence } from '../words.ts'

/** What the resolver asks of a schema; the contract's are wider in their types than a form's values. */
interface FormSchema {
  _zod: { output: FieldValues; input: FieldValues }
}

/**
 * Checks a form by the schema the server checks with. The controls' values become what would be sent first.
 * @param extra what is sent beside the fields, such as the rowVersion
 * @param isShown whether a field means something beside these values; what does not is neither checked nor sent
 */
export function formResolver(
  fields: Fields,
  schema: unknown,
  extra: () => Record<string, unknown>,
  isShown: (name: string, values: FormValues) => boolean = () => true,
): Resolver<FormValues, unknown, Record<string, unknown>> {
  const check = zodResolver(schema as FormSchema)
  return async (values, context, options) => {
    const shown = Object.fromEntries(Object.entries(fields).filter(([name]) => isShown(name, values)))
    const sent = { ...fromFormValues(shown, values), ...extra() }
    const checked = await check(sent, context, options)
    const errors = Object.entries(shown).flatMap(([name, field]) => {
      const message = unclear(field, values[name]) ?? faultOf(field, sent[name], checked.errors, name)
      return message === undefined
        ? []
        : [[name, { type: 'check', message, types: faultsOfParts(field, sent[name], checked.errors[name]) }]]
    })
    if (errors.length > 0) return { values: {}, errors: Object.fromEntries(errors) }
    return { values: sent, errors: {} }
  }
}

function unclear({ kind }: Field, typed: FormValue | undefined): string | undefined {
  const isUnclear = kind === 'decimal' && typeof typed === 'string' && isUnclearHere(typed)
  return isUnclear ? faultWords('unclear', typed) : undefined
}

function faultOf(field: Field, value: unknown, errors: FieldErrors, name: string): string | undefined {
  const fault = errors[name]
  if (field.required && value === null) return missing(field, fault?.message)
  // A list says what is wrong with the first entry that is, and a list of objects says it at the entry.
  const [part] = Object.values(faultsOfParts(field, value, fault))
  if (part !== undefined) return part
  const message = fault?.message ?? Object.values(fault ?? {}).find((entry) => entry?.message)?.message
  return typeof message === 'string' ? faultSentence(field.label, message) : undefined
}

/** @param fault what the schema says of an empty field; of a whole number it names the range */
function missing({ kind, label }: Field, fault: unknown): string {
  if (kind === 'integer' && typeof fault === 'string') return faultSentence(label, fault)
  return t('resource.isRequired', { label })
}

/** What is wrong with the objects of a list, by their place and the part: `0.percent`. */
function faultsOfParts({ parts = {} }: Field, value: unknown, fault: unknown): Record<string, string> {
  const found = Object.entries(childrenOf(fault)).flatMap(([place, entry]) =>
    Object.entries(parts).flatMap(([name, part]) => {
      const of = childrenOf(entry)[name]
      const message = messageOf(of) ?? Object.values(childrenOf(of)).map(messageOf).find(Boolean)
      if (message === undefined) return []
      const isMissing = part.required && childrenOf(childrenOf(value)[place])[name] === null
      return [[`${place}.${name}`, isMissing ? missing(part, message) : faultSentence(part.label, message)]]
    }),
  )
  return Object.fromEntries(found)
}

function childrenOf(fault: unknown): Readonly<Record<string, unknown>> {
  return typeof fault === 'object' && fault !== null ? { ...fault } : {}
}

function messageOf(fault: unknown): string | undefined {
  const { message } = childrenOf(fault)
  return typeof message === 'string' ? message : undefined
}
