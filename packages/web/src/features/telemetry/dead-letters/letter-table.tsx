import type { DeadLetter } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { codeWords } from './letter-words.ts'

interface LetterTableProps {
  letters: readonly DeadLetter[]
  openId: string | undefined
  onOpen: (id: string) => void
  /** Where a letter is open. */
  addressOf: (id: string) => string
}

const columns =
  'grid grid-cols-[92px_minmax(0,1.4fr)_minmax(0,0.8fr)_130px_minmax(0,2fr)] gap-x-4 px-3 text-start max-lg:grid-cols-2'

/** Dead letters in lines; on a phone each is a small card. */
export function LetterTable({ letters, openId, onOpen, addressOf }: LetterTableProps) {
  return (
    <>
      {/* Hidden from screen readers: each line is one link with its parts in this order. */}
      <div
        aria-hidden="true"
        className={`${columns} sticky top-0 z-10 h-[34px] items-center border-b border-line bg-surface-2 text-12 font-[550] text-text-2 max-lg:hidden`}
      >
        {[
          t('telemetry.received'),
          t('telemetry.topic'),
          t('telemetry.device'),
          t('telemetry.reason'),
          t('telemetry.inWords'),
        ].map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <Lines letters={letters} openId={openId} onOpen={onOpen} addressOf={addressOf} />
    </>
  )
}

function Lines({ letters, openId, onOpen, addressOf }: LetterTableProps) {
  return (
    <ul aria-label={t('telemetry.deadLetters')}>
      {letters.map((letter) => (
        <li key={letter.id} className="border-b border-line last:border-b-0">
          <RowLink
            href={addressOf(letter.id)}
            aria-current={letter.id === openId || undefined}
            onOpen={() => onOpen(letter.id)}
            className={`${columns} min-h-11 w-full content-center items-baseline gap-y-0.5 py-2 text-13 hover:bg-surface-3 focus-visible:-outline-offset-2 aria-[current]:bg-kraft-soft`}
          >
            <DateLabel value={letter.receivedAt} className="text-12 text-text-2" />
            <bdi className="code min-w-0 font-[550] wrap-anywhere max-lg:order-first max-lg:col-span-2">
              {letter.topic}
            </bdi>
            <bdi className="min-w-0 truncate text-text-2">{letter.device}</bdi>
            <span className="text-12 text-text-2">{codeWords(letter.code)}</span>
            <bdi className="min-w-0 truncate text-text-2 max-lg:col-span-2">{letter.reason}</bdi>
          </RowLink>
        </li>
      ))}
    </ul>
  )
}
