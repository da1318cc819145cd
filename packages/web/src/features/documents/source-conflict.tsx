import type { Fields } from '@packhouse/contract'
import { StaleDialog } from '../../resource/form/stale-dialog.tsx'
import { MAIN, partials, templates } from './template.ts'
import type { Draft } from './use-draft.ts'

/** Somebody else has saved the same source: one of both is chosen. */
export function SourceConflict({ draft }: { draft: Draft }) {
  const { conflict } = draft
  if (conflict === undefined) return null
  const resource = conflict.name === MAIN ? templates : partials
  const fields: Fields = { source: resource.fields.source }
  return (
    <StaleDialog
      resource={resource}
      view={{}}
      fields={fields}
      base={conflict.base}
      mine={{ source: conflict.mine }}
      theirs={conflict.theirs}
      onResolve={({ source }) => void draft.resolve(typeof source === 'string' ? source : conflict.theirs.source)}
      onCancel={draft.dismiss}
    />
  )
}
