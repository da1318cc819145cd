import type { CompatibilityPair } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { UnsavedGuard } from '../../../resource/form/unsaved-guard.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { AnswerChoice } from './answer-choice.tsx'
import type { Step } from './answer-steps.ts'
import { answerWords } from './cell-words.ts'
import { ConditionsPart } from './conditions-part.tsx'
import { EvidencePart } from './evidence-part.tsx'
import { FleetPart } from './fleet-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { MaterialsPart } from './materials-part.tsx'
import type { PairDraft } from './pair-draft.ts'
import { type PairFormState, usePairForm } from './use-pair-form.ts'

/** What every part of the drawer gets. */
export interface PartProps {
  draft: PairDraft
  onChange: (part: Partial<PairDraft>) => void
  mayChange: boolean
}

export interface PairFormProps {
  pair: CompatibilityPair
  designSpeed: number | null
  mayChange: boolean
  /** Rises when conditional was asked for in the grid; 0 where it was not. */
  askedConditional: number
  onSaved: (step: Step) => Promise<void>
  onDirty: (isDirty: boolean) => void
}

type Editing = Record<'conditions' | 'evidence' | 'materials', boolean>
const nothing: Editing = { conditions: false, evidence: false, materials: false }

/** All that is said of a pair, to be read and changed. */
export function PairForm({ pair, designSpeed, mayChange, askedConditional, onSaved, onDirty }: PairFormProps) {
  const form = usePairForm(pair, onSaved)
  const [editing, setEditing] = useState(nothing)
  const edit = (part: Partial<Editing>) => setEditing((now) => ({ ...now, ...part }))
  const { isDirty, draft } = form
  const dirtied = useRef(onDirty)
  useEffect(() => {
    dirtied.current = onDirty
  })
  useEffect(() => dirtied.current(isDirty), [isDirty])
  useEffect(() => () => dirtied.current(false), [])
  const [asked, setAsked] = useState(0)
  if (asked !== askedConditional) {
    setAsked(askedConditional)
    if (askedConditional > 0) {
      form.change({ result: 'conditional' })
      edit({ conditions: true })
    }
  }
  const part: PartProps = { draft, onChange: form.change, mayChange }
  const ids = { machineId: pair.machine.id, styleId: pair.style.id }
  return (
    <>
      <div className="grid min-h-0 flex-1 content-start gap-3.5 overflow-auto px-4 py-3.5">
        <AnswerChoice
          value={draft.result}
          disabled={!mayChange}
          onChange={(result) => {
            form.change({ result })
            if (result === 'conditional') edit({ conditions: true })
          }}
        />
        <ConditionsPart
          {...part}
          pair={pair}
          designSpeed={designSpeed}
          isEditing={editing.conditions}
          onEdit={() => edit({ conditions: true })}
        />
        <MaterialsPart {...part} isEditing={editing.materials} onEdit={() => edit({ materials: true })} />
        <FleetPart {...ids} />
        <EvidencePart {...part} pair={pair} isEditing={editing.evidence} onEdit={() => edit({ evidence: true })} />
        <HistoryPart {...ids} />
      </div>
      {mayChange && (
        <FormFoot form={form} isEditing={Object.values(editing).some(Boolean)} onDone={() => setEditing(nothing)} />
      )}
      <UnsavedGuard count={isDirty ? 1 : 0} onDiscard={form.discard} />
    </>
  )
}

function FormFoot({ form, isEditing, onDone }: { form: PairFormState; isEditing: boolean; onDone: () => void }) {
  const { isDirty, isSaving, lacksCondition, failure, theirs } = form
  if (!isDirty && !isEditing && failure === undefined) return null
  const discard = () => {
    form.discard()
    onDone()
  }
  return (
    <div className="grid gap-2 border-t border-line bg-surface-2 px-4 py-3">
      {failure !== undefined && (
        <Alert tone="bad" className="text-13">
          {t('matrix.notSaved', { why: failure })}
        </Alert>
      )}
      {theirs !== undefined && (
        <Alert tone="warn" className="text-13">
          {t('matrix.theySaidMeanwhile', { theirs: answerWords[theirs.result], mine: answerWords[form.draft.result] })}
          <span className="mt-2 flex flex-wrap gap-2">
            <Button size="dense" onClick={discard}>
              {t('matrix.keepTheirs')}
            </Button>
            <Button size="dense" onClick={form.saveMine}>
              {t('matrix.setMine')}
            </Button>
          </span>
        </Alert>
      )}
      {lacksCondition && (
        <p role="status" className="text-12 text-text-2">
          {t('matrix.conditionalNeedsCondition')}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          variant="primary"
          size="dense"
          busy={isSaving}
          disabled={!isDirty || lacksCondition}
          onClick={() => {
            form.save()
            onDone()
          }}
        >
          {t('matrix.save')}
        </Button>
        <Button variant="quiet" size="dense" onClick={discard}>
          {t('general.discard')}
        </Button>
      </div>
    </div>
  )
}
