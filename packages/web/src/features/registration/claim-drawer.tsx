import { type KeyboardEvent, useEffect, useRef } from 'react'
import { BesideContent } from '../../resource/frame.tsx'
import { FailedState } from '../../resource/table/table-states.tsx'
import { useResourceRow } from '../../resource/use-resource.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { ClaimForm } from './claim-form.tsx'
import { LiveState } from './live-state.tsx'
import { installedMachines } from './machine-look.tsx'

export interface ClaimDrawerProps {
  id: string
  onClose: () => void
}

/** A machine that belongs to nobody, and the form that gives it to a customer. */
export function ClaimDrawer({ id, onClose }: ClaimDrawerProps) {
  const { data: row, isError, error, refetch } = useResourceRow(installedMachines, id)
  const drawer = useRef<HTMLElement>(null)
  const isThere = row !== undefined
  useEffect(() => {
    if (isThere) drawer.current?.querySelector<HTMLElement>('form input')?.focus()
  }, [isThere])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // An open list of choices takes the Escape for itself.
    const isBusy = event.defaultPrevented || (event.target as Element).getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || isBusy) return
    event.preventDefault()
    // The question about unsaved changes opens at once, and must not take this very key for its own.
    event.stopPropagation()
    onClose()
  }
  return (
    <BesideContent>
      <aside
        ref={drawer}
        aria-label="Claim a machine"
        onKeyDown={onKeyDown}
        className="z-30 flex w-[456px] max-w-full shrink-0 flex-col border-l border-line-2 bg-surface shadow-drawer max-xl:fixed max-xl:top-14 max-xl:right-0 max-xl:bottom-0 max-md:w-full max-md:border-l-0"
      >
        <div className="flex items-start gap-2 border-b border-line px-6 pt-4 pb-3 max-md:px-4">
          <div className="min-w-0 flex-1">
            <p className="text-12 text-text-2">Claim a machine</p>
            <h2 className="code mt-1 text-20 break-words">{row ? String(row.machineID) : ' '}</h2>
            {row && <LiveState machineID={String(row.machineID)} />}
          </div>
          <Button
            variant="quiet"
            size="dense"
            aria-label="Close"
            className="w-[30px] px-0 max-md:w-11"
            onClick={onClose}
          >
            <CrossIcon />
          </Button>
        </div>
        {isError && !row && <FailedState what="machine" error={error} onRetry={() => void refetch()} />}
        {row && row.customerId !== null && (
          <EmptyState title="This machine has a customer already">
            Somebody was faster. Close this and go on.
          </EmptyState>
        )}
        {row && row.customerId === null && <ClaimForm key={row.id} row={row} onDone={onClose} />}
      </aside>
    </BesideContent>
  )
}
