import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type DocumentVisibility, languageWords, visibilityWords } from './document-words.ts'

interface DocumentRowProps {
  title: string
  language: string | null
  revision: string
  validFrom: string | null
  /** Null for readers to whom it says nothing. */
  visibility: DocumentVisibility | null
  isSuperseded: boolean
  /** The end of the time for which a public document stays, ISO 8601. */
  publicUntil?: string | null
  /** What can be opened of it. */
  files: ReactNode
  /** What can be done with it. */
  acts?: ReactNode
}

/** A document of a machine: what it is, in which language and revision, who sees it, and its files. */
export function DocumentRow(document: DocumentRowProps) {
  const { title, language, revision, validFrom, visibility, isSuperseded, publicUntil, files, acts } = document
  const facts = [
    languageWords(language),
    t('library.revisionNamed', { revision }),
    validFrom === null ? undefined : t('library.validFromDay', { day: formatPlainDate(validFrom) }),
    publicUntil ? t('library.publicUntilDay', { day: formatPlainDate(publicUntil) }) : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-13 last:border-b-0">
      <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-[550]">
          {title}
          {isSuperseded && <Badge tone="warn">{t('library.superseded')}</Badge>}
          {visibility !== null && (
            <Badge tone={visibilityWords[visibility].tone}>{visibilityWords[visibility].words}</Badge>
          )}
        </p>
        <p className="text-12 text-text-2">{facts.join(' · ')}</p>
        {files}
      </div>
      {acts}
    </li>
  )
}
