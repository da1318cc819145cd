import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { RetryIcon } from '../../../ui/icons.tsx'
import type { LockAct } from './lock-bar-state.ts'

const words: Record<LockAct, string> = {
  begin: t('editLock.begin'),
  beginAgain: t('editLock.beginAgain'),
  end: t('editLock.end'),
  handOver: t('editLock.handOver'),
  keep: t('editLock.keep'),
  ask: t('editLock.ask'),
  takeOver: t('editLock.takeOver'),
  continueHere: t('editLock.continueHere'),
}

interface LockActsProps {
  acts: readonly LockAct[]
  isQuiet: boolean
  isBusy: boolean
  onAct: Record<LockAct, () => void>
}

/** The buttons of the lock bar. Whoever may only read has none of them. */
export function LockActs({ acts, isQuiet, isBusy, onAct }: LockActsProps) {
  const mayEdit = usePermission(api.acquireLock)
  const mayTakeOver = usePermission(api.forceLock)
  if (!mayEdit.allowed) return null
  return acts.map((act) => {
    const isDenied = act === 'takeOver' && !mayTakeOver.allowed
    return (
      <Button
        key={act}
        size="dense"
        variant={isQuiet ? 'quiet' : 'standard'}
        className={isQuiet ? 'h-6' : undefined}
        disabled={isDenied}
        title={isDenied ? missingWords(mayTakeOver) : undefined}
        busy={isBusy}
        onClick={onAct[act]}
      >
        {act === 'beginAgain' && <RetryIcon size={14} />}
        {words[act]}
      </Button>
    )
  })
}
