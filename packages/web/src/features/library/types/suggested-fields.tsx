import { t } from '@packhouse/messages'
import { useState } from 'react'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useCreate } from '../../../resource/use-resource.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { mountOf } from './use-fields.ts'

interface Suggestion {
  key: string
  label: string
  kind: 'number' | 'range' | 'boolean'
  unit?: string
}

const packLength: Suggestion = { key: 'packLength', label: t('library.packLength'), kind: 'range', unit: 'mm' }
const filmWidth: Suggestion = { key: 'filmWidth', label: t('library.filmWidth'), kind: 'number', unit: 'mm' }
const washDown: Suggestion = { key: 'washDown', label: t('library.washDown'), kind: 'boolean' }
const caseLength: Suggestion = { key: 'caseLength', label: t('library.caseLength'), kind: 'range', unit: 'mm' }
const changeover: Suggestion = { key: 'changeover', label: t('library.changeover'), kind: 'number', unit: 'min' }
const heads: Suggestion = { key: 'heads', label: t('library.heads'), kind: 'number' }
const portion: Suggestion = { key: 'portion', label: t('library.portion'), kind: 'range', unit: 'g' }
const film = [packLength, filmWidth, washDown]
const board = [caseLength, changeover, washDown]

/** What machines of a family are usually compared by. */
const suggestions: Readonly<Record<string, readonly Suggestion[]>> = {
  vffs: film,
  hffs: film,
  flowWrapper: film,
  traySealer: film,
  cartoner: board,
  casePacker: board,
  palletiser: board,
  labeller: [packLength, changeover, washDown],
  weigher: [heads, portion, washDown],
}

/** A type without fields: three to begin with, each added by one press. */
export function SuggestedFields({ type }: { type: ResourceRow }) {
  const create = useCreate({ resource: declared('fieldSpec'), mount: mountOf(type.id) })
  const { allowed } = usePermission(declared('fieldSpec').calls.create)
  const [adding, setAdding] = useState<string>()
  const offered = suggestions[String(type.category)] ?? film
  const add = (suggestion: Suggestion, place: number) => {
    setAdding(suggestion.key)
    create.mutate(
      { ...suggestion, sort: place },
      {
        onError: (error) => showToast({ message: error.message, tone: 'failed' }),
        onSettled: () => setAdding(undefined),
      },
    )
  }
  return (
    <EmptyState
      heading="h2"
      className="py-16"
      illustration={<OpenCarton />}
      title={t('library.noFieldsYet', { type: String(type.name) })}
      actions={
        allowed &&
        offered.map((suggestion, place) => (
          <Button key={suggestion.key} busy={adding === suggestion.key} onClick={() => add(suggestion, place)}>
            <PlusIcon size={14} />
            {suggestion.label}
          </Button>
        ))
      }
    >
      {allowed ? t('library.beginWithOne') : t('library.whoeverMayAddsFields')}
    </EmptyState>
  )
}
