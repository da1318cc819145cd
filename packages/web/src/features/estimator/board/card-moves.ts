import { api, type ProjectState, type Resource } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import type { Session } from '../../../lib/session.ts'
import { declared } from '../../../resource/registry.ts'
import { permissionFor } from '../../../resource/use-permission.ts'

type StepCall = NonNullable<NonNullable<Resource['calls']['transitions'][string]>[string]>

/** A way of a project into another column. */
export interface CardMove {
  name: string
  words: string
  to: ProjectState
  /** Undefined where it goes on as a new revision. */
  call: StepCall | undefined
  /** Whether it is asked for why. */
  needsReason: boolean
}

/** What can no longer be changed goes back as a new revision. */
const REVISABLE: readonly ProjectState[] = ['approved', 'sent', 'lost', 'expired']

/** All ways out of a column: those that lead on first, the one back last. */
export function movesFrom(status: ProjectState): CardMove[] {
  const { calls, mounts, traits } = declared('project')
  const steps = Object.entries(traits.lifecycle?.transitions ?? {}).flatMap(([name, step]): CardMove[] => {
    const call = calls.transitions[mounts[0].path]?.[name]
    if (call === undefined || !step.from.includes(status)) return []
    const { words, to, reason = false } = step
    return [{ name, words: inLanguage(words), to: to as ProjectState, call, needsReason: reason }]
  })
  const revision: CardMove = {
    name: 'revise',
    words: t('estimator.newRevision'),
    to: 'draft',
    call: undefined,
    needsReason: false,
  }
  const all = REVISABLE.includes(status) ? [...steps, revision] : steps
  return all.toSorted((one, other) => Number(isBack(one)) - Number(isBack(other)))
}

/** Those that somebody may take. */
export function allowedMoves(session: Session | undefined, status: ProjectState): CardMove[] {
  return movesFrom(status).filter(({ call }) => permissionFor(session, call ?? api.reviseProject).allowed)
}

/** Whether it leads back to where a project is changed. */
export function isBack({ to }: CardMove): boolean {
  return to === 'draft'
}

/** The move that takes one back, where there is one; a new revision is not taken back. */
export function reverseOf(status: ProjectState, { to, call }: CardMove): CardMove | undefined {
  return call === undefined ? undefined : movesFrom(to).find((move) => move.to === status && move.call !== undefined)
}
