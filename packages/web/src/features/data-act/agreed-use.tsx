import type { AgreedUse } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { Badge } from '../../ui/badge.tsx'

/** What the maker may use the data for, as it was agreed. */
export function AgreedUseList({ agreements }: { agreements: readonly AgreedUse[] }) {
  return (
    <ul aria-label={t('dataAct.dataUse')} className="border-t border-line">
      {agreements.map(({ version, agreedOn, endedOn, purposes, text }) => (
        <li
          key={`${version} ${agreedOn}`}
          className="grid gap-1 border-b border-line px-4 py-3 text-13 wrap-anywhere last:border-b-0"
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-[550]" translate="no">
              {version}
            </span>
            <span className="text-text-2">{t('dataAct.agreedOn', { date: formatPlainDate(agreedOn) })}</span>
            {endedOn !== null && <Badge tone="unk">{t('dataAct.endedOn', { date: formatPlainDate(endedOn) })}</Badge>}
          </p>
          <p className="whitespace-pre-line" translate="no">
            {purposes}
          </p>
          {text !== null && (
            <details>
              <summary className="w-fit cursor-pointer py-1 underline decoration-kraft underline-offset-3 max-md:min-h-11 max-md:py-3">
                {t('dataAct.wholeText')}
              </summary>
              <p className="whitespace-pre-line text-text-2" translate="no">
                {text}
              </p>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
