import type { CompatibilityPair } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared } from '../../../resource/registry.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { Step } from './answer-steps.ts'
import type { Cell } from './cell-versions.ts'
import { hasCondition, isSameDraft, type PairDraft, toDraft } from './pair-draft.ts'
import { savePair } from './save-pair.ts'

/** What is typed about a pair, until it is saved or discarded. Nothing typed is lost when somebody else changes the pair. */
export function usePairForm(pair: CompatibilityPair, onSaved: (step: Step) => Promise<void>) {
  const [base, setBase] = useState(() => toDraft(pair))
  const [draft, setDraft] = useState(base)
  const [version, setVersion] = useState(pair.cell?.rowVersion)
  const [failure, setFailure] = useState<string>()
  const [theirs, setTheirs] = useState<Pick<Cell, 'rowVersion' | 'result'>>()
  const [isSaving, setSaving] = useState(false)
  const isDirty = !isSameDraft(base, draft)
  const now = toDraft(pair)
  // The version too: whoever goes on behind a save must not meet that save as somebody else's.
  if (!isDirty && !isSaving && (version !== pair.cell?.rowVersion || !isSameDraft(base, now))) {
    setBase(now)
    setDraft(now)
    setVersion(pair.cell?.rowVersion)
  }
  const discard = () => {
    setBase(now)
    setDraft(now)
    setVersion(pair.cell?.rowVersion)
    setFailure(undefined)
    setTheirs(undefined)
  }
  const save = async (rowVersion: number | undefined) => {
    // Nobody had answered when this was begun, and now somebody has: whoever saves has not seen it.
    if (rowVersion === undefined && pair.cell !== null) return setTheirs(pair.cell)
    setSaving(true)
    setFailure(undefined)
    setTheirs(undefined)
    try {
      const step = await savePair(pair, draft, rowVersion)
      setVersion(step.cells[0]?.after.cell?.rowVersion)
      await onSaved(step)
      setBase(draft)
      showToast({ message: t('matrix.saved') })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale' && isCell(error.current)) setTheirs(error.current)
      else setFailure(errorMessage(declared('compatibility'), error))
    }
    setSaving(false)
  }
  return {
    draft,
    change: (part: Partial<PairDraft>) => setDraft((before) => ({ ...before, ...part })),
    isDirty,
    isSaving,
    /** Conditional without a condition cannot be saved. */
    lacksCondition: draft.result === 'conditional' && !hasCondition(draft),
    failure,
    theirs,
    discard,
    save: () => void save(version),
    /** Saves over what somebody else has saved in the meantime. */
    saveMine: () => void save(theirs?.rowVersion),
  }
}

export type PairFormState = ReturnType<typeof usePairForm>

function isCell(value: unknown): value is Cell {
  return typeof value === 'object' && value !== null && 'rowVersion' in value && 'result' in value
}
