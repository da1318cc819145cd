import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { lazy, Suspense, useRef, useState } from 'react'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { CommandList } from './command-list.tsx'
import { useMachineCommands } from './use-machine-commands.ts'

const WriteDialog = lazy(async () => ({ default: (await import('./write-dialog.tsx')).WriteDialog }))

/** Whether there is something to write for this reader, or something was written. */
export function useHasCommands(id: string): boolean {
  const { allowed } = usePermission(api.sendMachineCommand)
  const { data, isError } = useMachineCommands(id, allowed && !isDemoMode())
  const isEmpty = data?.tags.length === 0 && data.commands.length === 0
  return allowed && !isEmpty && (data !== undefined || isError)
}

/** Writes values of a machine, for those who may. */
export function CommandPanel({ id }: { id: string }) {
  const { data, refetch } = useMachineCommands(id, true)
  const [isWriting, setWriting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const canWrite = data !== undefined && data.tags.length > 0
  return (
    <PanelFrame
      bare
      title={t('monitoring.writtenValues')}
      aside={
        canWrite && (
          <Button ref={opener} size="dense" disabled={data.unreachable !== null} onClick={() => setWriting(true)}>
            {t('monitoring.writeAValue')}
          </Button>
        )
      }
    >
      {!data && <PanelFailure what={t('monitoring.theWrittenValues')} onRetry={() => void refetch()} />}
      {canWrite && data.unreachable !== null && <p className="px-4 pb-3 text-13 text-text-2">{data.unreachable}</p>}
      {data && <CommandList commands={data.commands} />}
      {isWriting && data && (
        <Suspense>
          <WriteDialog
            id={id}
            known={data}
            onClose={() => {
              setWriting(false)
              opener.current?.focus()
            }}
          />
        </Suspense>
      )}
    </PanelFrame>
  )
}
