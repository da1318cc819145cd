import { LOCK_MS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { absoluteLabel } from '../../../lib/format/dates.ts'
import type { EditLock } from './use-edit-lock.ts'

export type LockAct = 'begin' | 'end' | 'handOver' | 'keep' | 'ask' | 'takeOver' | 'continueHere' | 'beginAgain'

/** What the bar says and offers. `quiet` is a thin line. */
export interface LockBarState {
  tone: 'quiet' | 'info' | 'warn' | 'bad'
  title: string
  more: string | undefined
  /** Since when the holder gave no sign of life, where somebody else edits. */
  activeAt: number | undefined
  acts: readonly LockAct[]
}

interface Reader {
  userId: string
  /** Who asked and was told to wait, by the time of the question. */
  dismissed: string | undefined
  /** How many changes are kept on this device. */
  kept: number
}

type Known = Omit<EditLock, 'begin' | 'release' | 'ask' | 'handOver' | 'force' | 'check'>

const nothing = { more: undefined, activeAt: undefined }

export function lockBarState(lock: Known, reader: Reader): LockBarState {
  if (lock.state === 'mine') return mine(lock, reader)
  if (lock.state === 'unsure') return unsure(lock)
  if (lock.state === 'lost') return lost(lock, reader)
  if (lock.editor === null) return { ...nothing, tone: 'quiet', title: t('editLock.free'), acts: ['begin'] }
  if (lock.editor.userId === reader.userId) {
    return { ...nothing, tone: 'warn', title: t('editLock.elsewhere'), acts: ['continueHere'] }
  }
  return theirs(lock.editor, lock.activeAt, lock.asked?.userId === reader.userId)
}

function mine({ asked, takenFrom }: Known, { dismissed }: Reader): LockBarState {
  if (asked !== null && asked.at !== dismissed) {
    const title = t('editLock.asks', { name: asked.name })
    return { ...nothing, tone: 'info', title, more: t('editLock.asksMore'), acts: ['handOver', 'keep'] }
  }
  if (takenFrom !== undefined) {
    const title = t('editLock.takenFrom', { name: takenFrom })
    return { ...nothing, tone: 'warn', title, more: t('editLock.takenFromMore', { name: takenFrom }), acts: ['end'] }
  }
  return { ...nothing, tone: 'quiet', title: t('editLock.mine'), acts: ['end'] }
}

function theirs(editor: NonNullable<Known['editor']>, activeAt: number | undefined, hasAsked: boolean): LockBarState {
  const title = t('editLock.theirs', { name: editor.name, time: absoluteLabel(editor.since) })
  return {
    tone: 'warn',
    title,
    more: hasAsked ? t('editLock.youAsked') : undefined,
    activeAt: hasAsked ? undefined : activeAt,
    acts: hasAsked ? ['takeOver'] : ['ask', 'takeOver'],
  }
}

function unsure({ confirmedAt = 0 }: Known): LockBarState {
  const title = t('editLock.unsure', { time: absoluteLabel(confirmedAt) })
  const more = t('editLock.unsureMore', { time: absoluteLabel(confirmedAt + LOCK_MS) })
  return { ...nothing, tone: 'warn', title, more, acts: [] }
}

function lost(lock: Known, reader: Reader): LockBarState {
  const more = reader.kept > 0 ? t('editLock.lostKept', { count: reader.kept }) : t('editLock.lostMore')
  return { ...nothing, tone: 'bad', title: lostWords(lock, reader), more, acts: waysBack(lock, reader) }
}

function lostWords({ lostTo, confirmedAt = 0 }: Known, { userId }: Reader): string {
  if (lostTo === null) return t('editLock.lostOffline', { time: absoluteLabel(confirmedAt) })
  if (lostTo.userId === userId) return t('editLock.lostElsewhere')
  return t('editLock.lostTo', { name: lostTo.name })
}

/** By who edits now, which need not be who took it. */
function waysBack({ editor }: Known, { userId }: Reader): readonly LockAct[] {
  if (editor === null) return ['beginAgain']
  return editor.userId === userId ? ['continueHere'] : ['ask', 'takeOver']
}
