import { api, type CallResult, exactJson } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { rich } from '../../../lib/language/rich.ts'
import { useReturnFocus } from '../../../lib/use-return-focus.ts'
import { SideDrawer, SideDrawerHead } from '../../../resource/drawer/side-drawer.tsx'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MapFromLetter } from './map-from-letter.tsx'
import { useLetterChange } from './use-letter-change.ts'

type Letter = CallResult<typeof api.getDeadLetter>

/** A dead letter beside the list: what came, why it was refused, and what can be done about it. */
export function LetterDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['dead-letter', id],
    queryFn: ({ signal }) => callApi(api.getDeadLetter, { params: { id } }, { signal }),
  })
  const letter = query.data
  const close = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus(id)
  useEffect(() => close.current?.focus(), [])
  const leave = () => {
    onClose()
    returnFocus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    leave()
  }
  return (
    <SideDrawer label={t('telemetry.deadLetter')} onKeyDown={onKeyDown}>
      <SideDrawerHead onClose={leave} closeRef={close}>
        <p className="text-12 text-text-2">{t('telemetry.deadLetter')}</p>
        <h2 className="code mt-1 wrap-anywhere">{letter?.topic ?? ' '}</h2>
      </SideDrawerHead>
      {query.isPending && <Skeleton className="m-6 h-64" />}
      {query.isError && !letter && (
        <FailedState what={t('telemetry.deadLetter')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {letter && <LetterBody letter={letter} onClose={onClose} onReplayed={() => close.current?.focus()} />}
    </SideDrawer>
  )
}

interface LetterPartProps {
  letter: Letter
  onClose: () => void
  /** Moves the focus away from the button, which is disabled afterwards. */
  onReplayed: () => void
}

function LetterBody({ letter, ...actions }: LetterPartProps) {
  return (
    <>
      <div className="grid flex-1 content-start gap-4 overflow-auto px-6 py-4 text-13 max-md:px-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Fact
            name={letter.replayedAt === null ? t('telemetry.whyItWasRefused') : t('telemetry.whyItWasRefusedFirst')}
          >
            {letter.reason}
          </Fact>
          <Fact name={t('telemetry.received')}>
            <DateLabel value={letter.receivedAt} mode="absolute" />
          </Fact>
          {letter.seen > 1 && (
            <Fact name={t('telemetry.seen')}>
              {rich('telemetry.timesLast', {
                count: letter.seen,
                time: <DateLabel value={letter.lastAt} mode="absolute" />,
              })}
            </Fact>
          )}
          <Fact name={t('telemetry.device')}>
            <bdi>{letter.device}</bdi>
          </Fact>
          {letter.unreplayable && <Fact name={t('telemetry.whyItCannotBeReplayed')}>{letter.unreplayable}</Fact>}
          {letter.triedAt && (
            <Fact name={t('telemetry.lastReplayed')}>
              {rich('telemetry.timesInAll', {
                time: <DateLabel value={letter.triedAt} mode="absolute" />,
                count: letter.attempts,
              })}
            </Fact>
          )}
          {letter.replayedAt && (
            <Fact name={t('telemetry.storedAsARecord')}>
              <DateLabel value={letter.replayedAt} mode="absolute" />
            </Fact>
          )}
        </dl>
        <div>
          <h3 className="mb-1.5">
            {letter.encoding === 'text' ? t('telemetry.payload') : t('telemetry.payloadInBase64SinceItIs')}
            <span className="ms-2 text-12 font-normal text-text-2 tabular-nums">
              {t('telemetry.bytes', { bytes: letter.bytes })}
            </span>
          </h3>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            tabIndex={0}
            className="max-h-80 overflow-auto rounded-control border border-line bg-surface-2 p-3 text-12 wrap-anywhere whitespace-pre-wrap"
          >
            {letter.encoding === 'text' ? indented(letter.payload) : letter.payload}
          </pre>
        </div>
        {letter.replayedAt === null && letter.unreplayable === null && letter.encoding === 'text' && (
          <MapFromLetter letter={letter} />
        )}
      </div>
      <Foot letter={letter} {...actions} />
    </>
  )
}

function Foot({ letter, onClose, onReplayed }: LetterPartProps) {
  const access = usePermission(api.replayDeadLetter)
  const { isBusy, make } = useLetterChange()
  const [isAsking, setIsAsking] = useState(false)
  if (!access.allowed) return null
  const params = { id: letter.id }
  const replay = async () => {
    const { replayedAt, reason } = await callApi(api.replayDeadLetter, { params })
    if (replayedAt !== null) onReplayed()
    return replayedAt === null
      ? t('telemetry.refusedAgain', { reason: reason ?? '' })
      : t('telemetry.itHasBecomeARecord')
  }
  const discard = async () => {
    await callApi(api.discardDeadLetter, { params })
    onClose()
    return t('telemetry.discardedLabel')
  }
  return (
    <div className="flex flex-wrap gap-2 border-t border-line bg-surface-2 px-6 py-3 max-md:px-4">
      {letter.unreplayable === null && (
        <Button variant="primary" busy={isBusy} disabled={letter.replayedAt !== null} onClick={() => void make(replay)}>
          {t('telemetry.replay')}
        </Button>
      )}
      <Button variant="danger" className="ms-auto" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {t('general.discard')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('telemetry.discardThisDeadLetter')}
        confirm={t('general.discard')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          void make(discard)
        }}
      >
        {t('telemetry.itCannotBeBroughtBack')}
      </ConfirmDialog>
    </div>
  )
}

function indented(payload: string): string {
  try {
    const json: unknown = JSON.parse(payload)
    // A message with numbers that would be written in another way is shown as it came.
    return exactJson(json, payload) === json ? JSON.stringify(json, null, 2) : payload
  } catch {
    return payload
  }
}
