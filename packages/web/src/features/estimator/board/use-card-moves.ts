import { api, frozenStates, type ProjectCard, type ProjectState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast, type ToastContent } from '../../../ui/toasts.tsx'
import { refusalWords, whileHeld } from '../approval/use-project-change.ts'
import { type CardMove, reverseOf } from './card-moves.ts'
import { projectAddress } from './project-address.ts'

/** A card and where it is to go. */
export interface AskedMove {
  card: Pick<ProjectCard, 'id' | 'number' | 'rowVersion'>
  status: ProjectState
  move: CardMove
}

type TakenMove = AskedMove & { reason?: string }

/** Moves projects to other columns: at once, or after a question where the move needs something. What was refused is said. */
export function useCardMoves() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<AskedMove>()
  const renewCards = () => renew(client, declared('project'))
  const mutation = useMutation({
    mutationFn: take,
    onSuccess: async (made, taken) => {
      setAsked(undefined)
      await renewCards()
      showToast({
        message: t('estimator.stepTaken', { number: taken.card.number, step: taken.move.words }),
        ...followUp(made, taken),
      })
    },
    onError: (error) => {
      showToast({ tone: 'failed', message: refusalWords(error) })
      return renewCards()
    },
  })
  const followUp = (made: Made, { card, status, move }: TakenMove): Pick<ToastContent, 'action'> => {
    if (made.id !== card.id) {
      return { action: { label: t('estimator.openMade'), run: () => void navigate({ href: projectAddress(made.id) }) } }
    }
    const back = reverseOf(status, move)
    if (back === undefined) return {}
    const undo: TakenMove = { card: { ...card, rowVersion: made.rowVersion }, status: move.to, move: back }
    const run = () => mutation.mutate({ ...undo, ...(back.needsReason && { reason: t('estimator.undoneOnBoard') }) })
    return { action: { label: t('estimator.undo'), run } }
  }
  return {
    ask: (next: AskedMove) => (asksFirst(next.move) ? setAsked(next) : mutation.mutate(next)),
    /** What is asked before it is done. */
    asked,
    answer: (reason?: string) => asked && mutation.mutate({ ...asked, ...(reason !== undefined && { reason }) }),
    cancel: () => setAsked(undefined),
    /** The card that is on its way. */
    busyId: mutation.isPending ? mutation.variables.card.id : undefined,
  }
}

export type CardMoves = ReturnType<typeof useCardMoves>

/** Sending is more than a state, and a new revision more than a move. */
function asksFirst({ name, call, needsReason }: CardMove): boolean {
  return needsReason || call === undefined || name === 'send'
}

interface Made {
  id: string
  rowVersion: number
}

async function take({ card: { id, rowVersion }, status, move: { call }, reason }: TakenMove): Promise<Made> {
  const params = { id }
  if (call === undefined) return await callApi(api.reviseProject, { params })
  const isFrozen = frozenStates.some((state) => state === status)
  const body = { rowVersion, ...(reason !== undefined && { reason }) }
  return await whileHeld(id, isFrozen ? { kind: 'free' } : { kind: 'held', token: undefined }, (options) =>
    callApi(call, { params, body }, options),
  )
}
