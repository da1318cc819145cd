import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Option } from '../../ui/option-combobox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { type CommentedRecord, useCommentActions } from './comment-queries.ts'
import { type FollowUpFault, missingIn, refusedFault } from './follow-up-fault.ts'
import { todayHere } from './today.ts'

const WEEK = 7

/** Another follow-up of a record: what is to be done, on which day and by whom. */
export function FollowUpForm({ record, onClose }: { record: CommentedRecord; onClose: () => void }) {
  const { followUp } = useCommentActions(record)
  const form = useRef<HTMLFormElement>(null)
  const [what, setWhat] = useState('')
  const [dueOn, setDueOn] = useState(() => todayHere(WEEK))
  const [assignee, setAssignee] = useState(useOneself())
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<FollowUpFault>()
  useEffect(() => {
    if (fault?.field) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn({ what, dueOn })
    setFault(missing)
    if (missing !== undefined || isBusy) return
    setIsBusy(true)
    try {
      await followUp({ what: what.trim(), dueOn, ...(assignee && { assigneeId: assignee.value }) })
      onClose()
    } catch (error) {
      setFault(refusedFault(error))
      setIsBusy(false)
    }
  }
  const errorOf = (field: NonNullable<FollowUpFault['field']>) => fault?.field === field && { error: fault.words }
  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="mt-2 grid gap-2.5 rounded-control border border-line-2 bg-surface-2 p-3"
    >
      <TextField
        label={t('comments.what')}
        value={what}
        maxLength={200}
        autoComplete="off"
        // The button that opened the form is gone.
        autoFocus
        {...errorOf('what')}
        onChange={(event) => setWhat(event.target.value)}
      />
      <div className="grid grid-cols-2 items-start gap-2.5 max-sm:grid-cols-1">
        <TextField
          label={t('comments.dueOn')}
          type="date"
          value={dueOn}
          required
          {...errorOf('dueOn')}
          onChange={(event) => setDueOn(event.target.value)}
        />
        <AssigneeField record={record} value={assignee} onChange={setAssignee} />
      </div>
      {fault !== undefined && fault.field === undefined && (
        <p role="alert" className="text-13 text-bad">
          {fault.words}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="dense" busy={isBusy}>
          {t('comments.save')}
        </Button>
        <Button size="dense" variant="quiet" onClick={onClose}>
          {t('general.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The reader as a choice. */
function useOneself(): Option | undefined {
  const user = useSession()?.user
  return user && { value: user.id, label: `${user.first_name} ${user.last_name}`.trim() }
}
