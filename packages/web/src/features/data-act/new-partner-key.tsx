import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { CurlBlock } from './curl-block.tsx'

export interface GivenKey {
  key: string
  partner: string
  machineIDs: readonly string[]
}

/** The key of a new access, which is shown here and never again, with what to do with it. Only the button closes it. */
export function NewPartnerKey({
  given: { key, partner, machineIDs },
  onDone,
}: {
  given: GivenKey
  onDone: () => void
}) {
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <PanelFrame title={t('dataAct.keyFor', { partner })}>
      <div className="grid gap-3 px-4 pb-4">
        <p ref={head} tabIndex={-1} className="text-text-2 outline-none">
          {t('dataAct.keyShownOnce')}
        </p>
        <p
          className="rounded-control border border-line-2 bg-surface-2 p-3 font-mono text-14 break-all select-all"
          translate="no"
        >
          {key}
        </p>
        <p className="text-text-2">{t('dataAct.commandsAbout')}</p>
        <CurlBlock machineIDs={machineIDs} apiKey={key} />
        <div className="flex justify-end">
          <Button variant="primary" onClick={onDone}>
            {t('resource.iHaveKeptIt')}
          </Button>
        </div>
      </div>
    </PanelFrame>
  )
}
