import { api, type Comment } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../lib/format/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { FailedState } from '../table/table-states.tsx'
import { usePermission } from '../use-permission.ts'
import { CommentForm } from './comment-form.tsx'
import { type CommentedRecord, useCommentActions, useComments } from './comment-queries.ts'
import { CommentRow } from './comment-row.tsx'
import { FollowUps } from './follow-ups.tsx'
import { refusalWords } from './refusal-words.ts'

/** What staff have written about a record, newest first, and when they want to look at it again. */
export function CommentsTab({ record }: { record: CommentedRecord }) {
  const query = useComments(record)
  const actions = useCommentActions(record)
  const { allowed } = usePermission(api.createComment)
  const [asked, setAsked] = useState<Comment>()
  const rows = useLostFocus('button')
  const session = useSession()
  const pages = query.data?.pages ?? []
  const isMentioned = pages.some(({ items }) =>
    items.some(({ mentions }) => mentions.some(({ id }) => id === session?.user.id)),
  )
  useSeen(actions.see, isMentioned)
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError)
    return <FailedState what={t('comments.commentsWord')} error={query.error} onRetry={() => void query.refetch()} />
  const comments = pages.flatMap((page) => page.items)
  const remove = async (comment: Comment) => {
    setAsked(undefined)
    try {
      await actions.remove(comment.id)
      showToast({ message: t('comments.deleted') })
    } catch (error) {
      showToast({ message: refusalWords(error), tone: 'failed' })
    }
  }
  return (
    <>
      <FollowUps record={record} />
      {allowed && <CommentForm record={record} onSave={actions.add} />}
      {comments.length === 0 && <p className="mt-4 text-13 text-text-2">{t('comments.noCommentsYet')}</p>}
      <ol ref={rows} tabIndex={-1} aria-label={t('comments.comments')} className="mt-4 grid gap-4">
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            record={record}
            comment={comment}
            onChange={(body) => actions.change(comment.id, body)}
            onDelete={() => setAsked(comment)}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          size="dense"
          className="mt-4"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('comments.showOlder')}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('comments.deleteComment')}
        confirm={t('comments.delete')}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {t('comments.itIsGoneForGood')}
      </ConfirmDialog>
    </>
  )
}

/** The name of the tab with how many comments there are. */
export function CommentsLabel({ record }: { record: CommentedRecord }) {
  const { data } = useComments(record)
  return (
    <>
      {t('comments.comments')}
      {data && ' '}
      {data && <span className="text-text-3 tabular-nums">{formatCount(data.pages[0]?.total)}</span>}
    </>
  )
}

/** Mentions of the reader on this record are seen once the comments are shown. */
function useSeen(see: () => Promise<unknown>, isMentioned: boolean): void {
  const latest = useRef(see)
  useEffect(() => {
    latest.current = see
  })
  useEffect(() => {
    // It is only about what the home shows: a failure is made up for by the next look.
    if (isMentioned) void latest.current().catch(() => undefined)
  }, [isMentioned])
}
