import type { Comment } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { Button } from '../../ui/button.tsx'
import { CommentForm } from './comment-form.tsx'
import type { CommentBody, CommentedRecord } from './comment-queries.ts'
import { piecesOf } from './mentions.ts'

interface CommentRowProps {
  record: CommentedRecord
  comment: Comment
  onChange: (body: CommentBody) => Promise<unknown>
  onDelete: () => void
}

/** One comment: who wrote it when, what it says, and for its author to change and delete it. */
export function CommentRow({ record, comment, onChange, onDelete }: CommentRowProps) {
  const [isEdited, setIsEdited] = useState(false)
  const { author, createdAt, changedAt, isMine } = comment
  return (
    <li className="border-s-2 border-line-2 ps-3.5 text-13">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-[550]">{author?.name ?? t('comments.somebody')}</span>
        <span className="text-12 text-text-3">
          <DateLabel value={createdAt} />
          {changedAt !== null && ` · ${t('comments.changed')}`}
        </span>
        {isMine && !isEdited && (
          <span className="ms-auto flex gap-1">
            <Button size="dense" variant="quiet" onClick={() => setIsEdited(true)}>
              {t('comments.edit')}
            </Button>
            <Button size="dense" variant="quiet" onClick={onDelete}>
              {t('comments.delete')}
            </Button>
          </span>
        )}
      </div>
      {isEdited ? (
        <CommentForm
          record={record}
          comment={comment}
          onSave={async (body) => {
            await onChange(body)
            setIsEdited(false)
          }}
          onCancel={() => setIsEdited(false)}
        />
      ) : (
        <CommentText comment={comment} />
      )}
    </li>
  )
}

/** What a comment says, in its lines, with the people whom it mentions. */
export function CommentText({ comment }: { comment: Comment }) {
  return (
    <p className="break-words whitespace-pre-wrap">
      {piecesOf(comment.text, comment.mentions).map(({ text, isMention }, index) =>
        isMention ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
          <span key={index} className="rounded-state bg-kraft-soft px-0.5 font-[550]">
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </p>
  )
}
