import { t } from '@packhouse/messages'
import { useOnline } from '../../lib/offline/use-online.ts'
import type { Keeping } from '../../lib/offline/use-open-entry.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

interface KeepingNoteProps {
  keeping: Keeping
  opensOffline: boolean
  onDiscard: () => void
  /** Room for it where fields follow: they must not move once it has something to say. */
  className?: string
}

/** Where the contents of a form are until they are sent, and a button that discards them. */
export function KeepingNote({ keeping, opensOffline, onDiscard, className }: KeepingNoteProps) {
  const isOnline = useOnline()
  return (
    <div className={classNames('flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-text-2', className)}>
      <p role="status" className="min-w-48 flex-1">
        {keeping === 'failed' && t('outbox.deviceKeepsNothing')}
        {keeping !== 'failed' && !isOnline && t('outbox.noConnectionKept')}
        {keeping === 'kept' && isOnline && `${t('outbox.keptHere')} `}
        {keeping !== 'failed' && isOnline && opensOffline && t('outbox.opensOffline')}
      </p>
      {keeping === 'kept' && (
        <Button size="dense" variant="quiet" onClick={onDiscard}>
          {t('outbox.discard')}
        </Button>
      )}
    </div>
  )
}
