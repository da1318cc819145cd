import type { Resource } from '@packhouse/contract'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formResolver } from '../../../resource/form/form-resolver.ts'
import { ResourceField } from '../../../resource/form/resource-field.tsx'
import { type FormValues, fromFormValue, isSame, toFormValue } from '../../../resource/form-values.ts'
import { faultSentence } from '../../../resource/words.ts'
import { useCriteriaLines } from './criteria-lines.ts'
import type { PartFieldProps } from './part-field.tsx'
import { useTypedKept } from './use-typed-kept.ts'

interface PartObjectsProps extends PartFieldProps {
  resource: Resource
}

/** A list of objects that saves itself as a whole when it is left; what is wrong with an entry is said at the entry. */
export function PartObjects({
  name,
  field: declared,
  resource,
  value,
  disabled,
  fault,
  onFault,
  onSave,
  typed,
}: PartObjectsProps) {
  const { field, view } = useCriteriaLines(resource, declared, value)
  const stored = toFormValue(field, value)
  const form = useForm<FormValues, unknown, Record<string, unknown>>({
    values: { [name]: stored },
    resolver: formResolver({ [name]: field }, z.object({ [name]: field.schema }), () => ({})),
    shouldFocusError: false,
  })
  const kept = useTypedKept(typed)
  const sent = () => fromFormValue(field, form.getValues(name) ?? [])
  const leave = () => {
    const checked = field.schema.safeParse(sent())
    if (!checked.success) {
      void form.trigger(name)
      return onFault({ text: '', message: faultSentence(field.label, checked.error.issues[0]?.message ?? '') })
    }
    onFault(undefined)
    if (isSame(form.getValues(name), stored)) return kept.drop()
    kept.end()
    onSave(checked.data)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        leave()
      }}
      onChange={() => kept.later({ [name]: sent() })}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave()
      }}
    >
      <ResourceField
        name={name}
        field={field}
        resource={resource}
        view={view}
        mount={undefined}
        control={form.control}
        fixed={disabled ? (field.help ?? '') : undefined}
        fault={form.formState.errors[name] === undefined ? fault?.message : undefined}
        note={undefined}
      />
    </form>
  )
}
