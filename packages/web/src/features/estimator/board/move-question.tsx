import { t } from '@packhouse/messages'
import { choiceWord } from '../../../resource/view.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SentHow } from '../approval/sent-how.tsx'
import { TextDialog } from '../approval/text-dialog.tsx'
import type { CardMoves } from './use-card-moves.ts'

/** Asks what a move needs before it is made: a reason, how a quote was sent, or whether a new revision is meant. */
export function MoveQuestion({ moves: { asked, answer, cancel, busyId } }: { moves: CardMoves }) {
  if (asked === undefined) return null
  const { card, status, move } = asked
  const title = t('estimator.stepTaken', { number: card.number, step: move.words })
  const busy = busyId === card.id
  if (move.needsReason) {
    return (
      <TextDialog
        title={title}
        label={t('estimator.reason')}
        confirm={move.words}
        busy={busy}
        onText={answer}
        onClose={cancel}
      />
    )
  }
  const isRevision = move.call === undefined
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={title}
      confirm={isRevision ? move.words : t('estimator.markAsSent')}
      busy={busy}
      onConfirm={() => answer()}
      onCancel={cancel}
    >
      {isRevision ? t('estimator.revisionInstead', { status: choiceWord({}, status) }) : <SentHow id={card.id} />}
    </ConfirmDialog>
  )
}
