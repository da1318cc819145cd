import { CONFIRMED_WITHIN_SECONDS, type MachineCommand } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { withUnit } from './typed-value.ts'

/** What became of a value, in a word or two. */
export const outcomeWords: Record<MachineCommand['outcome'], { tone: Tone; words: string }> = {
  sent: { tone: 'info', words: t('monitoring.writeSent') },
  confirmed: { tone: 'ok', words: t('monitoring.writeConfirmed') },
  not_confirmed: { tone: 'warn', words: t('monitoring.writeNotConfirmed') },
  failed: { tone: 'bad', words: t('monitoring.writeFailed') },
}

/** The newest commands: what was written by whom, and whether the machine has taken it. */
export function CommandList({ commands }: { commands: readonly MachineCommand[] }) {
  if (commands.length === 0) return <p className="px-4 pb-4 text-text-2">{t('monitoring.nothingWrittenYet')}</p>
  return (
    <>
      <ul aria-label={t('monitoring.writtenValues')} className="max-h-96 overflow-auto border-t border-line">
        {commands.map(({ id, at, who, tag, unit, before, value, outcome }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-13 last:border-b-0"
          >
            <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">
              {/* Its tag map names it so. */}
              <span translate="no" className="block font-[550]">
                {tag}
              </span>
              <span className="block tabular-nums">
                {t('monitoring.writeFromBeforeTo', { before: withUnit(before, null), value: withUnit(value, unit) })}
              </span>
            </span>
            <span className="min-w-32 text-12 text-text-2 [overflow-wrap:anywhere]">
              <bdi className="block">{who ?? t('monitoring.writeBySomebody')}</bdi>
              <DateLabel value={at} className="block" />
            </span>
            <span className="text-end md:w-32">
              <Badge tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].words}</Badge>
            </span>
          </li>
        ))}
      </ul>
      {commands.some(({ outcome }) => outcome === 'not_confirmed') && (
        <p className="border-t border-line px-4 py-2 text-12 text-text-2">
          {t('monitoring.writeNotConfirmedMeans', { seconds: CONFIRMED_WITHIN_SECONDS })}
        </p>
      )}
    </>
  )
}
