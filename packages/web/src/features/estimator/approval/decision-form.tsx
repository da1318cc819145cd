import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ShownProject } from './shown-project.ts'
import { useProjectChange } from './use-project-change.ts'

interface DecisionFormProps {
  project: ShownProject
  /** Of the project that was looked at. */
  rowVersion: number
  roleTypeId: string
}

type Decision = 'approve' | 'reject'

/** Approves a project in the name of a role, or sends it back with the reason. */
export function DecisionForm({ project: { id }, rowVersion, roleTypeId }: DecisionFormProps) {
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const given = note.trim()
  const decide = useProjectChange(
    id,
    (decision: Decision) => {
      const body = { rowVersion, roleTypeId, decision, note: given === '' ? null : given }
      return callApi(api.decideApproval, { params: { id }, body })
    },
    { holding: { kind: 'free' }, done: () => t('estimator.decisionKept') },
  )
  const reject = () => (given === '' ? setIsMissing(true) : decide.mutate('reject'))
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-56 flex-1">
        <TextField
          label={t('estimator.note')}
          value={note}
          maxLength={2_000}
          autoComplete="off"
          {...(isMissing && given === '' && { error: t('estimator.rejectionSaysWhy') })}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <Button variant="danger" busy={decide.isPending} onClick={reject}>
        {t('estimator.sendBack')}
      </Button>
      <Button variant="primary" busy={decide.isPending} onClick={() => decide.mutate('approve')}>
        {t('estimator.approve')}
      </Button>
    </div>
  )
}
