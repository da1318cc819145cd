import type { FollowUp } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ReactNode, useState } from 'react'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useFollowUpActions } from './comment-queries.ts'
import { refusalWords } from './refusal-words.ts'
import { todayHere } from './today.ts'

/** One follow-up: to mark as done, which can be undone, or to delete, which is asked first. */
export function FollowUpRow({ followUp, children }: { followUp: FollowUp; children?: ReactNode }) {
  const actions = useFollowUpActions()
  const [isAsked, setIsAsked] = useState(false)
  const { id, what, dueOn, assignee } = followUp
  const mark = async (done: boolean) => {
    try {
      await actions.change(id, { what, dueOn, assigneeId: assignee.id, done })
      const undo = { label: t('resource.undo'), run: () => void mark(false) }
      if (done) showToast({ message: t('comments.done', { what }), action: undo })
    } catch (error) {
      showToast({ message: refusalWords(error), tone: 'failed' })
    }
  }
  const remove = async () => {
    setIsAsked(false)
    try {
      await actions.remove(id)
      showToast({ message: t('comments.deleted') })
    } catch (error) {
      showToast({ message: refusalWords(error), tone: 'failed' })
    }
  }
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line py-1.5 text-13 last:border-0 max-md:grid max-md:min-h-11 max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-y-0.5">
      <Checkbox label={t('comments.done', { what })} checked={false} onToggle={() => void mark(true)} />
      <span className="min-w-0 flex-1">
        <span className="break-words">{what}</span>
        {children}
      </span>
      <DueDay dueOn={dueOn} />
      <Button
        size="dense"
        variant="quiet"
        aria-label={t('comments.deleteFollowUp', { what })}
        onClick={() => setIsAsked(true)}
      >
        <CrossIcon size={14} />
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('comments.deleteThisFollowUp', { what })}
        confirm={t('comments.delete')}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsked(false)}
      >
        {t('comments.itIsGoneForGood')}
      </ConfirmDialog>
    </li>
  )
}

/** On a phone below the text, which has the whole width. */
function DueDay({ dueOn }: { dueOn: string }) {
  const today = todayHere()
  const words = dueOn === today ? t('comments.today') : formatPlainDate(dueOn)
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-1.5 text-12 text-text-2 tabular-nums max-md:col-start-2 max-md:row-start-2 max-md:justify-start">
      {dueOn < today && <Badge tone="warn">{t('comments.overdue')}</Badge>}
      {words}
    </span>
  )
}
