import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useId, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { OptionCombobox } from '../../ui/option-combobox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePermission } from '../use-permission.ts'
import { type CommentedRecord, useCommentActions, useFollowUps, usePeople } from './comment-queries.ts'
import { FollowUpRow } from './follow-up-row.tsx'
import { refusalWords } from './refusal-words.ts'
import { todayHere } from './today.ts'

const WEEK = 7

/** The follow-ups of a record that are not done, and a form for another one. */
export function FollowUps({ record }: { record: CommentedRecord }) {
  const { data } = useFollowUps(record)
  const [isOpen, setIsOpen] = useState(false)
  const { allowed } = usePermission(api.createFollowUp)
  const items = data?.items ?? []
  if (items.length === 0 && !allowed) return null
  return (
    <section aria-label={t('comments.followUps')} className="mb-5">
      {items.length > 0 && <h3 className="mb-1 text-13 font-semibold">{t('comments.followUps')}</h3>}
      <ul>
        {items.map((followUp) => (
          <FollowUpRow key={followUp.id} followUp={followUp}>
            <span className="block text-12 text-text-2">
              {t('comments.forPerson', { name: followUp.assignee.name })}
            </span>
          </FollowUpRow>
        ))}
      </ul>
      {allowed && !isOpen && (
        <Button size="dense" className="mt-2" onClick={() => setIsOpen(true)}>
          {t('comments.followUp')}
        </Button>
      )}
      {isOpen && <FollowUpForm record={record} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function FollowUpForm({ record, onClose }: { record: CommentedRecord; onClose: () => void }) {
  const id = useId()
  const session = useSession()
  const { followUp } = useCommentActions(record)
  const { data: people = [] } = usePeople(record, '')
  const [what, setWhat] = useState('')
  const [dueOn, setDueOn] = useState(() => todayHere(WEEK))
  const [assigneeId, setAssigneeId] = useState(session?.user.id ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (what.trim() === '') return setFailure(t('comments.whatIsMissing'))
    setIsBusy(true)
    try {
      await followUp({ what: what.trim(), dueOn, ...(assigneeId !== '' && { assigneeId }) })
      onClose()
    } catch (error) {
      setFailure(refusalWords(error))
      setIsBusy(false)
    }
  }
  const options = people.map((person) => ({ value: person.id, label: person.name }))
  return (
    <form
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
        {...(failure !== undefined && { error: failure })}
        onChange={(event) => setWhat(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-2.5 max-sm:grid-cols-1">
        <TextField
          label={t('comments.dueOn')}
          type="date"
          value={dueOn}
          required
          onChange={(event) => setDueOn(event.target.value)}
        />
        <div className="grid gap-[5px]">
          <label htmlFor={`${id}-who`} className="text-12 font-[550] text-text-2">
            {t('comments.assignee')}
          </label>
          <OptionCombobox
            options={options}
            value={assigneeId}
            onChange={setAssigneeId}
            clearable={false}
            inputClassName="h-9 w-full rounded-control border border-control bg-surface px-[11px] text-14 max-md:h-11 max-md:text-16"
            attributes={{ id: `${id}-who` }}
          />
        </div>
      </div>
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
