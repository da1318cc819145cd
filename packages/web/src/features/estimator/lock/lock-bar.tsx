import { t } from '@packhouse/messages'
import { useState } from 'react'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { absoluteLabel } from '../../../lib/format/dates.ts'
import { useSession } from '../../../lib/session.ts'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared } from '../../../resource/registry.ts'
import { classNames } from '../../../ui/class-names.ts'
import { AlertIcon, EyeIcon, InfoIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { EditIcon, LockIcon } from '../../../ui/tool-icons.tsx'
import { LockActs } from './lock-acts.tsx'
import { type LockBarState, lockBarState } from './lock-bar-state.ts'
import { TakeOverDialog } from './take-over-dialog.tsx'
import type { EditLock } from './use-edit-lock.ts'

export interface LockBarProps {
  lock: EditLock
  /** When the last change was saved, Unix ms. */
  savedAt?: number | undefined
  /** How many changes are kept on this device. */
  kept?: number
}

const tones: Record<LockBarState['tone'], string> = {
  quiet: 'min-h-8 border-line bg-surface text-12 text-text-2',
  info: 'min-h-[46px] border-info bg-info-soft text-14 text-info',
  warn: 'min-h-[46px] border-warn bg-warn-soft text-14 text-warn',
  bad: 'min-h-[46px] border-bad bg-bad-soft text-14 text-bad',
}

/** Who edits a project and what can be done about it, in a bar over its page. Every change is read aloud. */
export function LockBar({ lock, savedAt, kept = 0 }: LockBarProps) {
  const userId = useSession()?.user.id ?? ''
  const [dismissed, setDismissed] = useState<string>()
  const [isTakingOver, setIsTakingOver] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const state = lockBarState(lock, { userId, dismissed, kept })

  async function make(change: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    try {
      await change()
    } catch (error) {
      showToast({ tone: 'failed', message: errorMessage(declared('project'), error) })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section
      aria-label={t('editLock.title')}
      className={classNames(
        'flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-8 py-1.5 max-md:px-4',
        tones[state.tone],
      )}
    >
      <LockShape lock={lock} tone={state.tone} />
      <p role="status" className="min-w-0 flex-1 wrap-anywhere max-md:basis-4/5">
        <LockWords state={state} savedAt={lock.state === 'mine' ? savedAt : undefined} />
      </p>
      <LockActs
        acts={state.acts}
        isQuiet={state.tone === 'quiet'}
        isBusy={isBusy}
        onAct={{
          begin: () => make(() => lock.begin()),
          beginAgain: () => make(() => lock.begin()),
          continueHere: () => make(() => lock.begin({ continueHere: true })),
          end: () => make(() => lock.release()),
          handOver: () => make(() => lock.handOver()),
          ask: () => make(() => lock.ask()),
          keep: () => setDismissed(lock.asked?.at),
          takeOver: () => setIsTakingOver(true),
        }}
      />
      {lock.editor && (
        <TakeOverDialog
          name={lock.editor.name}
          open={isTakingOver}
          onCancel={() => setIsTakingOver(false)}
          onConfirm={(reason) => {
            setIsTakingOver(false)
            void make(() => lock.force(reason))
          }}
        />
      )}
    </section>
  )
}

function LockWords({ state, savedAt }: { state: LockBarState; savedAt: number | undefined }) {
  const { tone, title, more, activeAt } = state
  return (
    <>
      {tone === 'quiet' ? title : <b className="font-[650]">{title}</b>}
      {more !== undefined && ` ${more}`}
      {activeAt !== undefined && (
        <>
          {' '}
          <DateLabel value={activeAt} sentence={(when) => t('editLock.theirsMore', { when })} />
        </>
      )}
      {savedAt !== undefined && (
        <span className="text-text-3 tabular-nums"> {t('editLock.saved', { time: absoluteLabel(savedAt) })}</span>
      )}
    </>
  )
}

function LockShape({ lock, tone }: { lock: EditLock; tone: LockBarState['tone'] }) {
  if (tone === 'bad') return <AlertIcon size={20} />
  if (tone === 'info') return <InfoIcon size={20} />
  if (lock.state === 'theirs') return <LockIcon size={20} />
  if (lock.state === 'reading') return <EyeIcon size={14} />
  return <EditIcon size={tone === 'quiet' ? 14 : 20} />
}
