import { t } from '@packhouse/messages'
import { OUTBOX_ADDRESS } from '../../../lib/offline/outbox-address.ts'
import { useOutbox } from '../../../lib/offline/own-outbox.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { UploadIcon } from '../../../ui/tool-icons.tsx'
import { barButtonClasses } from '../bar-button.ts'

/** How much waits on this device, in the top bar. Nothing where nothing waits. */
export function OutboxMark() {
  const entries = useOutbox()
  if (entries.length === 0) return null
  const needsSomebody = entries.some(({ state }) => state === 'conflict' || state === 'refused')
  return (
    <AppLink href={OUTBOX_ADDRESS} className={`relative ${barButtonClasses}`}>
      <UploadIcon />
      <span className="sr-only">
        {needsSomebody
          ? t('outbox.markToDecide', { count: entries.length })
          : t('outbox.mark', { count: entries.length })}
      </span>
      <span
        aria-hidden="true"
        className={`absolute top-0.5 left-1/2 min-w-4.5 rounded-full px-1 text-center text-11 leading-[18px] font-semibold tabular-nums ${
          needsSomebody ? 'bg-bad text-surface' : 'bg-on-bar text-bar'
        }`}
      >
        {entries.length}
      </span>
    </AppLink>
  )
}
