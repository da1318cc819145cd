import type { AuthLogEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, useRef } from 'react'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { Badge } from '../../ui/badge.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { aboveRowLink, linkedRowClasses, RowLink, rowPresses } from '../../ui/row-link.tsx'
import { actionWords, detailWords, recordWords, whoWords } from './audit-words.ts'

interface EntryTableProps {
  entries: readonly AuthLogEntry[]
  chosen: string | undefined
  onChoose: (id: string) => void
  /** Where an entry is open. */
  addressOf: (id: string) => string
  onSamePerson: (entry: AuthLogEntry) => void
  onSameRecord: (entry: AuthLogEntry) => void
}

const cell = 'h-[33px] truncate border-b border-line px-3 max-md:h-11'

/** The entries, newest first. Arrows move, Enter shows the details, P and R narrow to the same person or record. */
export function EntryTable({ entries, chosen, onChoose, addressOf, onSamePerson, onSameRecord }: EntryTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const place = rows.indexOf(event.target as HTMLElement)
    const entry = entries[place]
    if (entry === undefined) return
    const act: Record<string, () => void> = {
      arrowdown: () => rows[place + 1]?.focus(),
      arrowup: () => rows[place - 1]?.focus(),
      p: () => onSamePerson(entry),
      r: () => onSameRecord(entry),
    }
    const wanted = act[event.key.toLowerCase()]
    if (wanted === undefined) return
    event.preventDefault()
    wanted()
  }
  const days = new Set(entries.map(({ at }) => dateFormat('date').format(Date.parse(at))))
  const time = dateFormat(days.size > 1 ? 'dateTimeFull' : 'timeFull')
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-13" aria-label={t('audit.entries')}>
      <thead className="sticky top-0 z-10 bg-surface-2 text-12 text-text-2">
        <tr>
          {heads(days.size > 1).map(({ name, className }) => (
            <th
              key={name}
              scope="col"
              className={`h-[33px] border-b border-line px-3 text-start font-[550] ${className}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {entries.map((entry, place) => (
          <tr
            key={entry.id}
            aria-selected={entry.id === chosen}
            {...rowPresses(() => onChoose(entry.id))}
            className={`group ${linkedRowClasses} hover:bg-surface-2 aria-selected:bg-kraft-soft`}
          >
            <td className={`${cell} tabular-nums`}>
              <RowLink
                coversRow
                data-entry={entry.id}
                href={addressOf(entry.id)}
                tabIndex={entry.id === chosen || (place === 0 && !entries.some(({ id }) => id === chosen)) ? 0 : -1}
                onOpen={() => onChoose(entry.id)}
                className="text-text-2 underline-offset-2 group-hover:underline"
              >
                {time.format(Date.parse(entry.at))}
              </RowLink>
            </td>
            <td className={`${cell} font-[550]`}>
              <bdi className={aboveRowLink}>{whoWords(entry)}</bdi>
            </td>
            <td className={cell}>
              <span className={aboveRowLink}>
                {entry.outcome === 'refused' ? (
                  <Badge tone="bad" icon={AlertIcon}>
                    {actionWords(entry)}
                  </Badge>
                ) : (
                  actionWords(entry)
                )}
              </span>
            </td>
            <td className={`${cell} max-md:hidden`}>
              <bdi className={aboveRowLink}>{recordWords(entry)}</bdi>
            </td>
            <td className={`${cell} text-text-2 max-lg:hidden`}>
              <span className={aboveRowLink}>{detailWords(entry)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function heads(hasDays: boolean) {
  return [
    { name: t('audit.time'), className: hasDays ? 'w-56 max-md:w-28' : 'w-32 max-md:w-28' },
    { name: t('audit.who'), className: 'w-[22%] max-md:w-auto' },
    { name: t('audit.action'), className: 'w-44 max-md:w-auto' },
    { name: t('audit.record'), className: 'max-md:hidden' },
    { name: t('audit.detail'), className: 'max-lg:hidden' },
  ]
}
