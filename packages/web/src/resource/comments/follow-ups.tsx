import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { Button } from '../../ui/button.tsx'
import { usePermission } from '../use-permission.ts'
import { type CommentedRecord, useFollowUps } from './comment-queries.ts'
import { FollowUpForm } from './follow-up-form.tsx'
import { FollowUpRow } from './follow-up-row.tsx'

/** The follow-ups of a record that are not done, and a form for another one. */
export function FollowUps({ record }: { record: CommentedRecord }) {
  const { data } = useFollowUps(record)
  const [isOpen, setIsOpen] = useState(false)
  const { allowed } = usePermission(api.createFollowUp)
  const rows = useLostFocus('input')
  const section = useLostFocus('[data-opener]')
  const items = data?.items ?? []
  if (items.length === 0 && !allowed) return null
  return (
    <section ref={section} aria-label={t('comments.followUps')} className="mb-5">
      {items.length > 0 && <h3 className="mb-1 text-13 font-semibold">{t('comments.followUps')}</h3>}
      <ul ref={rows}>
        {items.map((followUp) => (
          <FollowUpRow key={followUp.id} followUp={followUp}>
            <span className="block text-12 text-text-2">
              {t('comments.forPerson', { name: followUp.assignee.name })}
            </span>
          </FollowUpRow>
        ))}
      </ul>
      {allowed && !isOpen && (
        <Button data-opener size="dense" className="mt-2" onClick={() => setIsOpen(true)}>
          {t('comments.followUp')}
        </Button>
      )}
      {isOpen && <FollowUpForm record={record} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
