import { t } from '@packhouse/messages'
import { Alert } from '../../ui/alert.tsx'

export interface ErrorSummaryProps {
  fields: Readonly<Record<string, { label: string }>>
  /** The names of the faulty fields, in the order of the form. */
  names: readonly string[]
  /** What is wrong with no single field. */
  failure: string | undefined
  onFocus: (name: string) => void
}

/** Says after an attempt to save that it was not, and leads to each faulty field. */
export function ErrorSummary({ fields, names, failure, onFocus }: ErrorSummaryProps) {
  const faulty = names.filter((name) => name in fields)
  if (faulty.length === 0 && failure === undefined) return null
  return (
    <Alert tone="bad" className="text-13">
      <b className="font-semibold">
        {faulty.length === 0
          ? t('general.notSaved')
          : t('resource.notSavedFieldsNeedAChange', { count: faulty.length })}
      </b>
      {failure !== undefined && <p>{failure}</p>}
      <ul className="mt-0.5 flex flex-wrap gap-x-3">
        {faulty.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="underline underline-offset-2 max-md:min-h-11"
              onClick={() => onFocus(name)}
            >
              {fields[name]?.label}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
