import { type Editor, editorSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ProblemError } from '../problem-error.ts'

/** What the database raises where a change comes without the edit lock, and with the token of one that is over. */
const NO_LOCK = 'PL001'
const LOST_LOCK = 'PL002'

/** The problem that a change was not made by who holds the edit lock; undefined for other errors. */
export function editLockProblem({ code, detail }: { code?: string; detail?: string }): ProblemError | undefined {
  if (code !== NO_LOCK && code !== LOST_LOCK) return undefined
  const editor = editorOf(detail)
  const extra = editor === undefined ? {} : { editor }
  if (code === NO_LOCK) return editor === undefined ? needed() : editLocked(editor)
  const words = editor === undefined ? t('server.editLockEnded') : t('server.editLockLost', { name: editor.name })
  return new ProblemError('edit_lock_lost', words, undefined, extra)
}

export function editLocked(editor: Editor): ProblemError {
  return new ProblemError('edit_locked', t('server.editLocked', { name: editor.name }), undefined, { editor })
}

function needed(): ProblemError {
  return new ProblemError('edit_lock_needed', t('server.editLockNeeded'))
}

function editorOf(detail = ''): Editor | undefined {
  return detail === '' ? undefined : editorSchema.parse(JSON.parse(detail))
}
