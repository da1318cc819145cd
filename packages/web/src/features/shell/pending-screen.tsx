import { t } from '@packhouse/messages'
import { BrandMark } from '../../ui/brand-mark.tsx'

/** Shown when the first screen takes longer than a moment. */
export function PendingScreen() {
  return (
    <div role="status" className="grid min-h-[70dvh] place-items-center text-ink">
      <span className="grid justify-items-center gap-3 text-text-2">
        <BrandMark size={44} className="text-ink" />
        {t('shell.loading')}
      </span>
    </div>
  )
}
