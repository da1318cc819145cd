import type { Comment } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { CommentBody, CommentedRecord } from './comment-queries.ts'
import { MentionField } from './mention-field.tsx'
import { mentionedIn } from './mentions.ts'
import { refusalWords } from './refusal-words.ts'

interface CommentFormProps {
  record: CommentedRecord
  /** The one that is changed; none for a new one. */
  comment?: Comment
  onSave: (body: CommentBody) => Promise<unknown>
  onCancel?: () => void
}

/** Writes a comment, or changes one. What was typed stays until it is stored. */
export function CommentForm({ record, comment, onSave, onCancel }: CommentFormProps) {
  const [text, setText] = useState(comment?.text ?? '')
  const [people, setPeople] = useState(comment?.mentions ?? [])
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<{ focus: () => void }>(null)
  useEffect(() => {
    if (comment !== undefined) field.current?.focus()
  }, [comment])
  const save = async () => {
    if (text.trim() === '' || isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const mentions = mentionedIn(text, people).map(({ id }) => id)
      await onSave({ text: text.trim(), mentions: [...new Set(mentions)] })
      if (comment === undefined) setText('')
    } catch (error) {
      setFailure(refusalWords(error))
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <MentionField
        ref={field}
        record={record}
        label={comment === undefined ? t('comments.newComment') : t('comments.label')}
        value={text}
        onChange={setText}
        onMention={(person) => setPeople((known) => [...known, person])}
        onSubmit={() => void save()}
      />
      {failure !== undefined && (
        <p role="alert" className="text-13 text-bad">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="dense" busy={isBusy} disabled={text.trim() === ''}>
          {comment === undefined ? t('comments.addComment') : t('comments.save')}
        </Button>
        {onCancel && (
          <Button size="dense" variant="quiet" onClick={onCancel}>
            {t('general.cancel')}
          </Button>
        )}
        {comment === undefined && <p className="text-12 text-text-2">{t('comments.onlyStaff')}</p>}
      </div>
    </form>
  )
}
